import { describeError } from '../../../lib/errors/server-errors.js';
import { RequestError } from '../../../lib/data/request-error.js';
import type { AnyTarget, Value } from './write-judgment.js';

/** A value that the server does not have yet. */
export interface UnsavedValue {
  target: AnyTarget;
  name: string;
  value: Value;
  /** Why it could not be saved; absent while it is being saved. */
  failure?: RequestError;
}

type Write = (unsaved: UnsavedValue) => Promise<void>;

/** Replaced with every change, so that React notices. */
let values: ReadonlyMap<string, UnsavedValue> = new Map();
const listeners = new Set<() => void>();
const sending = new Set<string>();

/** Returns all unsaved values, in the order in which they were first given. */
export function listUnsaved(): ReadonlyMap<string, UnsavedValue> {
  return values;
}

export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the key of a value. */
export function toKey(target: AnyTarget, name: string): string {
  const position = target.kind === 'document' ? target.position : null;
  return JSON.stringify([target.id, position, name]);
}

/**
 * Keeps a value until `write` has saved it. Values of the same target and name are written one
 * after another, and those that a newer one has replaced are skipped. After a failure, the value
 * stays until it is saved again or discarded, even if the panel is closed.
 * @returns whether it has been saved.
 */
export async function saveUnsaved(unsaved: UnsavedValue, write: Write): Promise<boolean> {
  const { target, name, value } = unsaved;
  const key = toKey(target, name);
  setValue(key, { target, name, value });
  if (sending.has(key)) return false;
  sending.add(key);
  try {
    for (;;) {
      const current = values.get(key);
      if (!current) return true;
      const failure = await write(current).then(
        () => undefined,
        (error: unknown) => RequestError.from(error),
      );
      // If it has been replaced since, the new value is written too.
      if (values.get(key) !== current) continue;
      setValue(key, failure && { ...current, failure });
      return failure === undefined;
    }
  } finally {
    sending.delete(key);
  }
}

/** Waits until all values of a target are saved. Returns false if one could not be saved. */
export async function waitUntilSaved(targetId: string): Promise<boolean> {
  for (;;) {
    const waiting = [...values.values()].filter(({ target }) => target.id === targetId);
    if (waiting.some(({ failure }) => failure !== undefined)) return false;
    if (waiting.length === 0) return true;
    await new Promise<void>((resolve) => {
      const stop = subscribeToUnsaved(() => {
        stop();
        resolve();
      });
    });
  }
}

/** Forgets a value that could not be saved. */
export function discardUnsaved(target: AnyTarget, name: string): void {
  setValue(toKey(target, name), undefined);
}

/** Says why something is not saved, and what to do. */
export function describeFailure(failure: unknown): string {
  const { title, detail, unreachable } = describeError(failure);
  return unreachable ? `${title}. ${detail}` : detail;
}

function setValue(key: string, unsaved: UnsavedValue | undefined): void {
  const next = new Map(values);
  if (unsaved) next.set(key, unsaved);
  else next.delete(key);
  if (values.size === 0 && next.size > 0) addEventListener('beforeunload', warn);
  if (next.size === 0) removeEventListener('beforeunload', warn);
  values = next;
  for (const notify of listeners) notify();
}

/** Asks users who leave the page whether to give up what is not saved. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

import type { ReferenceNode, PathStep } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';

const MAX_STEPS = 50;
const MAX_INDEX = 2 ** 31 - 1;

/** Reads a name and the steps after it. */
export function parseReference(reader: TokenReader): ReferenceNode {
  const first = reader.take();
  const name = first.kind === 'name' ? first.name : '';
  const { start } = first;
  const steps: PathStep[] = [];
  for (let step = stepAt(reader); step; step = stepAt(reader)) {
    if (steps.push(step) > MAX_STEPS) {
      throw reader.source.error(`A path can have at most ${MAX_STEPS} steps`, step);
    }
  }
  const reference = { kind: 'reference', name, steps, start, end: reader.reached } as const;
  if (reader.isSign('(')) {
    throw reader.source.error(
      `${reader.source.quote(reference)} cannot be called: a condition only compares values`,
      reference,
    );
  }
  return reference;
}

function stepAt(reader: TokenReader): PathStep | null {
  const { start } = reader.next;
  if (reader.skip('.')) {
    const { next } = reader;
    if (next.kind !== 'name') throw reader.unexpected('a name must follow the dot');
    reader.take();
    return { kind: 'attribute', name: next.name, start: next.start, end: next.end };
  }
  if (!reader.isSign('[')) return null;
  const opening = reader.take();
  const step = reader.isSign('[') ? keys(reader) : key(reader);
  reader.close(']', opening);
  return { ...step, start, end: reader.reached };
}

/** The content of brackets, without its position. */
type Inner = { kind: 'keys'; keys: (string | number)[] } | ReturnType<typeof key>;

function keys(reader: TokenReader): Inner {
  const opening = reader.take();
  const keys: (string | number)[] = [];
  do {
    if (reader.isSign(']')) break;
    const step = key(reader);
    keys.push(step.kind === 'key' ? step.key : step.index);
  } while (reader.skip(','));
  reader.close(']', opening);
  if (keys.length > 0 && keys.length <= MAX_STEPS) return { kind: 'keys', keys };
  throw reader.source.error(`A path must have 1 to ${MAX_STEPS} steps`, opening);
}

function key(reader: TokenReader): { kind: 'key'; key: string } | { kind: 'index'; index: number } {
  const first = reader.next;
  if (first.kind === 'text') {
    reader.take();
    return { kind: 'key', key: first.text };
  }
  const isNegative = reader.skip('-');
  const { next } = reader;
  if (next.kind !== 'number' || !/^\d+$/.test(next.digits)) {
    throw reader.unexpected("[ ] can contain only a string such as 'key' or a whole number");
  }
  const index = Number(next.digits);
  if (index > MAX_INDEX) {
    throw reader.source.error(`The index ${reader.source.quote(next)} is too large`, first);
  }
  reader.take();
  return { kind: 'index', index: isNegative ? -index : index };
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { getDocumentKey } from '../../../lib/data/query-client.js';
import { RequestError } from '../../../lib/data/request-error.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import * as api from './judgments.js';
import type { Judgment } from './judgments.js';

export type TargetKind = 'span' | 'trace' | 'session';

export interface Target {
  kind: TargetKind;
  /** Global ID. */
  id: string;
}

/** What a person says under one name; all null to say nothing. */
export interface Value {
  label: string | null;
  score: number | null;
  explanation: string | null;
}

export const NO_VALUE: Value = { label: null, score: null, explanation: null };
const UNDO_MS = 10_000;

/** Whether the signed-in user gave this in the app, so that the panel edits it. */
function isOwn(judgment: Judgment, viewerId: string | undefined): boolean {
  return (
    judgment.source === 'APP' &&
    judgment.annotatorKind === 'HUMAN' &&
    judgment.user?.id === viewerId
  );
}

/** Reads and saves the annotations and notes of a target, and undoes the last change. */
export function useJudgments(target: Target) {
  const { viewer } = useViewer();
  const client = useQueryClient();
  const { data, error, reload } = useGraphqlQuery(api.JudgmentsQuery, { id: target.id });
  const [saving, setSaving] = useState(0);
  const [failure, setFailure] = useState<RequestError>();
  const [hasSaved, setHasSaved] = useState(false);
  const [undo, setUndo] = useState<{ target: Target; name: string; value: Value }>();
  /** Values by target and name that have been sent but not yet read back. */
  const sent = useRef(new Map<string, Value>());
  const line = useRef(Promise.resolve());

  const loaded = data?.node && 'annotations' in data.node ? data.node.annotations : undefined;
  const notes = loaded?.filter(({ name }) => name === 'note') ?? [];
  const annotations = loaded?.filter(({ name }) => name !== 'note');
  const own = (name: string) =>
    annotations?.find((item) => item.name === name && isOwn(item, viewer?.id));

  useEffect(() => {
    if (!undo) return undefined;
    const timer = setTimeout(() => setUndo(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undo]);

  const read = useCallback(
    (id: string) =>
      client.fetchQuery({
        queryKey: [...getDocumentKey(api.JudgmentsQuery), { id }],
        queryFn: () => sendDocument(api.JudgmentsQuery, { id }),
        staleTime: 0,
      }),
    [client],
  );

  /** Sends changes one after another, so that the last one wins. */
  const enqueue = (id: string, work: () => Promise<unknown>): Promise<boolean> => {
    setSaving((count) => count + 1);
    const done = line.current.then(async () => {
      try {
        await work();
        setFailure(undefined);
        setHasSaved(true);
        return true;
      } catch (caught) {
        setFailure(RequestError.from(caught));
        return false;
      } finally {
        await read(id).catch(() => undefined);
        setSaving((count) => count - 1);
      }
    });
    line.current = done.then(() => undefined);
    return done;
  };

  const send = (at: Target, name: string, value: Value) => {
    const key = `${at.id} ${name}`;
    sent.current.set(key, value);
    void enqueue(at.id, async () => {
      try {
        const { node } = await read(at.id);
        const stored = node && 'annotations' in node ? node.annotations : [];
        const before = stored.find((item) => item.name === name && isOwn(item, viewer?.id));
        await write(at, name, value, before);
      } finally {
        if (sent.current.get(key) === value) sent.current.delete(key);
      }
    });
  };

  const getValue = (name: string): Value => {
    const pending = sent.current.get(`${target.id} ${name}`);
    const { label, score, explanation } = pending ?? own(name) ?? NO_VALUE;
    return { label, score, explanation };
  };

  return {
    isLoaded: loaded !== undefined,
    error,
    reload,
    notes,
    others: (annotations ?? []).filter((item) => !isOwn(item, viewer?.id)),
    own: (annotations ?? []).filter((item) => isOwn(item, viewer?.id)),
    isOwn: (item: Judgment) => isOwn(item, viewer?.id),
    getValue,
    save: (name: string, value: Value) => {
      setUndo({ target, name, value: getValue(name) });
      send(target, name, value);
    },
    undo: undo
      ? () => {
          send(undo.target, undo.name, undo.value);
          setUndo(undefined);
        }
      : undefined,
    undoneName: undo?.name,
    state: saving > 0 ? 'saving' : failure ? 'failed' : hasSaved ? 'saved' : 'idle',
    failure,
    addNote: (note: string) => enqueue(target.id, () => addNote(target, note)),
    deleteNote: (id: string) => enqueue(target.id, () => deleteNote(target, id)),
  } as const;
}

export type Judgments = ReturnType<typeof useJudgments>;

async function write(at: Target, name: string, value: Value, before: Judgment | undefined) {
  const { label, score, explanation } = value;
  if (label === null && score === null && !explanation) {
    if (!before) return;
    const { id } = before;
    if (at.kind === 'span') await sendDocument(api.DeleteSpanMutation, { id });
    else if (at.kind === 'trace') await sendDocument(api.DeleteTraceMutation, { id });
    else await sendDocument(api.DeleteSessionMutation, { id });
    return;
  }
  const input = {
    name,
    label,
    score,
    explanation,
    metadata: before?.metadata ?? {},
    annotatorKind: 'HUMAN',
    source: 'APP',
  } as const;
  if (at.kind === 'span') {
    await sendDocument(api.SaveSpanMutation, { input: { ...input, spanId: at.id } });
  } else if (at.kind === 'trace') {
    await sendDocument(api.SaveTraceMutation, { input: { ...input, traceId: at.id } });
  } else if (before) {
    await sendDocument(api.UpdateSessionMutation, { input: { ...input, id: before.id } });
  } else {
    await sendDocument(api.CreateSessionMutation, { input: { ...input, projectSessionId: at.id } });
  }
}

function addNote({ kind, id }: Target, note: string): Promise<unknown> {
  if (kind === 'span') return sendDocument(api.AddSpanNoteMutation, { id, note });
  if (kind === 'trace') return sendDocument(api.AddTraceNoteMutation, { id, note });
  return sendDocument(api.AddSessionNoteMutation, { id, note });
}

function deleteNote({ kind }: Target, id: string): Promise<unknown> {
  if (kind === 'span') return sendDocument(api.DeleteSpanNoteMutation, { id });
  if (kind === 'trace') return sendDocument(api.DeleteTraceNoteMutation, { id });
  return sendDocument(api.DeleteSessionNoteMutation, { id });
}

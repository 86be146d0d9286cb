import { sendDocument } from '../../../lib/data/graphql-request.js';
import { RequestError } from '../../../lib/data/request-error.js';
import * as api from './judgment-mutations.js';
import type { Judgment } from './judgments.js';

/** The span, trace or session that the panel annotates. */
export type TargetKind = 'span' | 'trace' | 'session';

export interface Target {
  kind: TargetKind;
  /** Global ID. */
  id: string;
}

/** A document that a span retrieved. */
export interface DocumentTarget {
  kind: 'document';
  /** Global ID of the span. */
  id: string;
  /** From 0. */
  position: number;
}

export type AnyTarget = Target | DocumentTarget;

/** The judgment of a person under one name; all null for none. */
export interface Value {
  label: string | null;
  score: number | null;
  explanation: string | null;
}

export const NO_VALUE: Value = { label: null, score: null, explanation: null };

export function isEmpty({ label, score, explanation }: Value): boolean {
  return label === null && score === null && !explanation;
}

/**
 * Creates an annotation of the app, or changes the given one.
 * @param identifier sets the annotations of different people apart.
 * @throws RequestError if the server refuses it.
 */
export async function saveJudgment(
  target: AnyTarget,
  { name, identifier }: { name: string; identifier: string },
  value: Value,
  before: Judgment | undefined,
): Promise<Judgment> {
  if (before) return changeJudgment(target.kind, before, value);
  const input = {
    name,
    identifier,
    ...value,
    metadata: {},
    annotatorKind: 'HUMAN',
    source: 'APP',
  } as const;
  const { kind, id } = target;
  if (kind === 'span') {
    const { answer } = await sendDocument(api.CreateSpanMutation, {
      input: { ...input, spanId: id },
    });
    return getFirst(answer.rows);
  }
  if (kind === 'trace') {
    const { answer } = await sendDocument(api.CreateTraceMutation, {
      input: { ...input, traceId: id },
    });
    return getFirst(answer.rows);
  }
  if (kind === 'document') {
    const { answer } = await sendDocument(api.CreateDocumentMutation, {
      input: { ...input, spanId: id, documentPosition: target.position },
    });
    return getFirst(answer.rows);
  }
  const { answer } = await sendDocument(api.CreateSessionMutation, {
    input: { ...input, projectSessionId: id },
  });
  return answer.row;
}

/** Changes the label, score and explanation of an annotation. @throws RequestError if refused. */
export async function changeJudgment(
  kind: AnyTarget['kind'],
  before: Judgment,
  value: Value,
): Promise<Judgment> {
  const { id, name, metadata, annotatorKind, source } = before;
  if (kind === 'session') {
    // Replaces the whole annotation, except its identifier.
    const input = { id, name, metadata, annotatorKind, source, ...value };
    return (await sendDocument(api.UpdateSessionMutation, { input })).answer.row;
  }
  const input = { annotationId: id, ...value };
  if (kind === 'span') {
    return getFirst((await sendDocument(api.PatchSpanMutation, { input })).answer.rows);
  }
  if (kind === 'trace') {
    return getFirst((await sendDocument(api.PatchTraceMutation, { input })).answer.rows);
  }
  return getFirst((await sendDocument(api.PatchDocumentMutation, { input })).answer.rows);
}

/** Deletes an annotation, unless it has already been deleted. @throws RequestError if refused. */
export async function deleteJudgment(kind: AnyTarget['kind'], id: string): Promise<void> {
  try {
    if (kind === 'span') await sendDocument(api.DeleteSpanMutation, { id });
    else if (kind === 'trace') await sendDocument(api.DeleteTraceMutation, { id });
    else if (kind === 'document') await sendDocument(api.DeleteDocumentMutation, { id });
    else await sendDocument(api.DeleteSessionMutation, { id });
  } catch (error) {
    if (RequestError.from(error).code !== 'NOT_FOUND') throw error;
  }
}

export function addNote({ kind, id }: Target, note: string): Promise<unknown> {
  if (kind === 'span') return sendDocument(api.AddSpanNoteMutation, { id, note });
  if (kind === 'trace') return sendDocument(api.AddTraceNoteMutation, { id, note });
  return sendDocument(api.AddSessionNoteMutation, { id, note });
}

export function deleteNote({ kind }: Target, id: string): Promise<unknown> {
  if (kind === 'span') return sendDocument(api.DeleteSpanNoteMutation, { id });
  if (kind === 'trace') return sendDocument(api.DeleteTraceNoteMutation, { id });
  return sendDocument(api.DeleteSessionNoteMutation, { id });
}

function getFirst<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The server returned no annotation.');
  return row;
}

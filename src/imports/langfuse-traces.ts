import type { ImportedAnnotation } from '../annotations/imported-annotations.service.js';
import { type JsonObject, type JsonValue } from '../kernel/json/json.js';
import {
  langfuseField,
  numberField,
  objectField,
  textField,
  timeField,
} from './langfuse-fields.js';

/** The kinds of targets that a score can have. */
export type ScoreKind = 'span' | 'trace' | 'session';

/** The facts about a trace that its spans depend on. */
export interface LangfuseTrace {
  sessionId: string | null;
  userId: string | null;
  tags: JsonValue[];
  /** Observations that have no parent. */
  rootCount: number;
  /** Microseconds since 1970; null without observations. */
  end: bigint | null;
  /** Whether the export has the trace itself. */
  isKnown: boolean;
}

/** Adds a trace to the known ones. */
export function readTrace(record: JsonObject, traces: Map<string, LangfuseTrace>): void {
  const id = textField(record, 'id');
  if (id === null) return;
  const tags = langfuseField(record, 'tags');
  const trace = traceOf(traces, id);
  trace.sessionId = textField(record, 'sessionId');
  trace.userId = textField(record, 'userId');
  trace.tags = Array.isArray(tags) ? tags : [];
  trace.isKnown = true;
}

/** Adds what an observation tells about its trace. */
export function summarize(observation: JsonObject, traces: Map<string, LangfuseTrace>): void {
  const id = textField(observation, 'traceId');
  if (id === null) return;
  const trace = traceOf(traces, id);
  if (textField(observation, 'parentObservationId') === null) trace.rootCount += 1;
  const end = timeField(observation, 'endTime') ?? timeField(observation, 'startTime');
  if (end !== null && (trace.end === null || end > trace.end)) trace.end = end;
}

/** Returns whether a trace becomes a span: unless one observation is the root of all others. */
export function becomesSpan({ isKnown, rootCount }: LangfuseTrace): boolean {
  return isKnown && rootCount !== 1;
}

function traceOf(traces: Map<string, LangfuseTrace>, id: string): LangfuseTrace {
  let trace = traces.get(id);
  if (!trace) {
    trace = {
      sessionId: null,
      userId: null,
      tags: [],
      rootCount: 0,
      end: null,
      isKnown: false,
    };
    traces.set(id, trace);
  }
  return trace;
}

/** Returns a score as an annotation, or why it cannot become one. */
export function readScore(
  record: JsonObject,
): { kind: ScoreKind; annotation: ImportedAnnotation } | string {
  const name = textField(record, 'name');
  if (name === null) return 'The score has no name.';
  const target = targetOf(record);
  if (target === null) {
    return 'The score is not about an observation, a trace or a session.';
  }
  const author = textField(record, 'authorUserId');
  return {
    kind: target.kind,
    annotation: {
      targetKey: target.id,
      name,
      annotatorKind: annotatorKindOf(textField(record, 'source')),
      label: labelOf(record),
      score: numberField(record, 'value'),
      explanation: textField(record, 'comment'),
      metadata: {
        ...objectField(record, 'metadata'),
        ...(author === null ? {} : { langfuse_author: author }),
      },
      // Scores of one name are kept apart, as they were.
      identifier: textField(record, 'id') ?? '',
    },
  };
}

function annotatorKindOf(source: string | null): ImportedAnnotation['annotatorKind'] {
  if (source === 'ANNOTATION') return 'HUMAN';
  return source === 'EVAL' ? 'LLM' : 'CODE';
}

function targetOf(record: JsonObject): { kind: ScoreKind; id: string } | null {
  const fields = { span: 'observationId', trace: 'traceId', session: 'sessionId' } as const;
  for (const kind of ['span', 'trace', 'session'] as const) {
    const id = textField(record, fields[kind]);
    if (id !== null) return { kind, id };
  }
  return null;
}

/** Categories and booleans are text. The public API repeats it as the value of a category. */
function labelOf(record: JsonObject): string | null {
  const value = langfuseField(record, 'value');
  const isText = typeof value === 'string' && numberField(record, 'value') === null;
  return textField(record, 'stringValue') ?? (isText ? value : null);
}

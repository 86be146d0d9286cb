import { insertRow, type Sql } from './insert.js';
import { aSession, type SessionRow } from './session.js';
import { aSpan, type SpanRow } from './span.js';
import { aTrace, type TraceRow } from './trace.js';

/** The columns that tests choose; a random ID and an empty judgment otherwise. */
export interface AnnotationColumns {
  name?: string;
  identifier?: string;
  label?: string | null;
  score?: number | null;
  annotator_kind?: 'HUMAN' | 'LLM' | 'CODE' | 'DECISION' | 'AGENT';
  source?: 'API' | 'APP';
  explanation?: string;
  /** JSON text. */
  metadata?: string;
  created_at?: string;
}

/** Inserts an annotation of a span. */
export function aSpanAnnotation(database: Sql, span: SpanRow, given: AnnotationColumns = {}) {
  return insertAnnotation(database, 'span_annotations', { ...ofSpan(span), ...given });
}

/** Inserts an annotation of a document of a span. */
export function aDocumentAnnotation(
  database: Sql,
  span: SpanRow,
  given: AnnotationColumns & { document_position: number },
) {
  return insertAnnotation(database, 'document_annotations', { ...ofSpan(span), ...given });
}

/** Inserts an annotation of a trace. */
export function aTraceAnnotation(database: Sql, trace: TraceRow, given: AnnotationColumns = {}) {
  const { trace_id, project_id, id: target_id } = trace;
  const key = { trace_id, project_id, target_id };
  return insertAnnotation(database, 'trace_annotations', { ...key, ...given });
}

/** Inserts an annotation of a session. */
export function aSessionAnnotation(
  database: Sql,
  session: SessionRow,
  given: AnnotationColumns = {},
) {
  const { session_id, project_id, id: target_id } = session;
  const key = { session_id, project_id, target_id };
  return insertAnnotation(database, 'session_annotations', { ...key, ...given });
}

/** A stored span, trace or session. */
interface TargetToAnnotate {
  id: number;
  /** Stores an annotation of it. */
  annotate: (given?: AnnotationColumns) => Promise<unknown>;
}

/** Inserts a span, trace or session for annotations. */
export async function aTargetToAnnotate(
  database: Sql,
  kind: 'span' | 'trace' | 'session',
  given: { project_id?: number; start_time?: string; end_time?: string } = {},
): Promise<TargetToAnnotate> {
  if (kind === 'span') {
    const span = await aSpan(database, given);
    return { id: span.id, annotate: (columns) => aSpanAnnotation(database, span, columns) };
  }
  if (kind === 'trace') {
    const trace = await aTrace(database, given);
    return { id: trace.id, annotate: (columns) => aTraceAnnotation(database, trace, columns) };
  }
  const session = await aSession(database, given);
  return { id: session.id, annotate: (columns) => aSessionAnnotation(database, session, columns) };
}

function ofSpan({ trace_id, span_id, project_id, id: target_id, start_time }: SpanRow) {
  return { trace_id, span_id, project_id, target_id, start_time };
}

function insertAnnotation(
  database: Sql,
  table: string,
  values: Record<string, unknown>,
): Promise<unknown> {
  return insertRow(database, table, {
    name: 'quality',
    annotator_kind: 'HUMAN',
    source: 'API',
    ...values,
  });
}

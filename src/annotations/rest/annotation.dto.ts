import { toGlobalId } from '../../kernel/ids/global-id.js';
import { AnnotationSource } from '../annotation.enum.js';
import { AnnotatorKind } from '../annotator-kind.contract.js';
import type { AnnotationTarget } from '../annotation-target.js';
import type { AnnotationRow } from '../annotations.service.js';

/** A stored annotation. */
export class StoredAnnotation {
  /** Global ID. */
  id: string;
}

/** The stored annotations in the order in which they were sent; none if they were queued. */
export class StoredAnnotations {
  data: StoredAnnotation[];
}

/** The stored note. */
export class StoredNote {
  data: StoredAnnotation;
}

/** The judgment itself. */
export class AnnotationResult {
  label: string | null;
  score: number | null;
  /** The text, if it is a note. */
  explanation: string | null;
}

/** An annotation in the REST API. */
class AnnotationItem {
  /** Global ID. */
  id: string;
  created_at: string;
  updated_at: string;
  /** API if a program sent it, APP if it was made in the web app. */
  source: AnnotationSource;
  /** Global ID of the author; null without authentication. */
  user_id: string | null;
  /** `note` if it is a note. */
  name: string;
  annotator_kind: AnnotatorKind;
  result: AnnotationResult;
  metadata: object;
  /** Empty if the target has only one annotation with this name. */
  identifier: string;
}

/** An annotation of a span. */
export class SpanAnnotationItem extends AnnotationItem {
  /** The sender's ID of the span. */
  span_id: string;
}

/** An annotation of a trace. */
export class TraceAnnotationItem extends AnnotationItem {
  /** The sender's ID of the trace. */
  trace_id: string;
}

/** An annotation of a session. */
export class SessionAnnotationItem extends AnnotationItem {
  /** The ID that the application sent. */
  session_id: string;
}

/** A page of annotations of spans. */
export class SpanAnnotationPage {
  data: SpanAnnotationItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** A page of annotations of traces. */
export class TraceAnnotationPage {
  data: TraceAnnotationItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** A page of annotations of sessions. */
export class SessionAnnotationPage {
  data: SessionAnnotationItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export type AnyAnnotationItem = SpanAnnotationItem | TraceAnnotationItem | SessionAnnotationItem;

export function toAnnotationItem(target: AnnotationTarget, row: AnnotationRow): AnyAnnotationItem {
  const keys = { span_id: row.spanId, trace_id: row.traceId, session_id: row.sessionId };
  const { senderKey } = target.targets;
  return {
    id: toGlobalId(target.type, row.id),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    source: row.source,
    user_id: row.userId === null ? null : toGlobalId('User', row.userId),
    name: row.name,
    annotator_kind: row.annotatorKind,
    result: { label: row.label, score: row.score, explanation: row.explanation },
    metadata: row.metadata,
    identifier: row.identifier,
    [senderKey]: keys[senderKey],
  } as unknown as AnyAnnotationItem;
}

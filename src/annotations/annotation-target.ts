/** What an annotation can be about, and where its annotations are stored. */
export interface AnnotationTarget {
  kind: 'span' | 'document' | 'trace' | 'session';
  /** Name of the table of its annotations. */
  table: string;
  /** Type name in the global IDs of its annotations. */
  type: string;
  /** What the annotated thing is called in messages; a document is found by its span. */
  noun: 'span' | 'trace' | 'session';
  /** The annotated rows. */
  targets: {
    table: 'spans' | 'traces' | 'project_sessions';
    /** Type name in their global IDs. */
    type: 'Span' | 'Trace' | 'ProjectSession';
    /** Columns of their key, which annotations have, too. */
    keys: readonly string[];
    /** The part of the key by which senders name a target. */
    senderKey: 'span_id' | 'trace_id' | 'session_id';
  };
  /**
   * The rows that hold the targets. Deletions lock them first, and cascade from them, so writers of
   * annotations lock them, too.
   */
  owners: { table: 'traces' | 'project_sessions'; key: 'trace_id' | 'session_id' };
  /** Whether annotations repeat when their target began. If not, it may change. */
  hasStartTime: boolean;
  /** Whether annotations have the position of a document. */
  hasPosition: boolean;
}

const TRACES = { table: 'traces', key: 'trace_id' } as const;
const SPANS = {
  table: 'spans',
  type: 'Span',
  keys: ['trace_id', 'span_id'],
  senderKey: 'span_id',
} as const;

export const SPAN_ANNOTATIONS: AnnotationTarget = {
  kind: 'span',
  table: 'span_annotations',
  type: 'SpanAnnotation',
  noun: 'span',
  targets: SPANS,
  owners: TRACES,
  hasStartTime: true,
  hasPosition: false,
};

export const DOCUMENT_ANNOTATIONS: AnnotationTarget = {
  kind: 'document',
  table: 'document_annotations',
  type: 'DocumentAnnotation',
  noun: 'span',
  targets: SPANS,
  owners: TRACES,
  hasStartTime: true,
  hasPosition: true,
};

export const TRACE_ANNOTATIONS: AnnotationTarget = {
  kind: 'trace',
  table: 'trace_annotations',
  type: 'TraceAnnotation',
  noun: 'trace',
  targets: { table: 'traces', type: 'Trace', keys: ['trace_id'], senderKey: 'trace_id' },
  owners: TRACES,
  hasStartTime: false,
  hasPosition: false,
};

export const SESSION_ANNOTATIONS: AnnotationTarget = {
  kind: 'session',
  table: 'session_annotations',
  type: 'ProjectSessionAnnotation',
  noun: 'session',
  targets: {
    table: 'project_sessions',
    type: 'ProjectSession',
    keys: ['session_id'],
    senderKey: 'session_id',
  },
  owners: { table: 'project_sessions', key: 'session_id' },
  hasStartTime: false,
  hasPosition: false,
};

export const ANNOTATION_TARGETS = [
  SPAN_ANNOTATIONS,
  DOCUMENT_ANNOTATIONS,
  TRACE_ANNOTATIONS,
  SESSION_ANNOTATIONS,
];

/** The name that all notes have. */
export const NOTE = 'note';

/** The columns of an annotation's key: those of its target, its name and its identifier. */
export function keyColumns({ targets, hasPosition }: AnnotationTarget): string[] {
  return [...targets.keys, ...(hasPosition ? ['document_position'] : []), 'name', 'identifier'];
}

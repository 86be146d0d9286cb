/** The kind of row that annotations are about, and the table that stores them. */
export interface AnnotationTarget {
  kind: 'span' | 'document' | 'trace' | 'session';
  /** Name of the table of its annotations. */
  table: string;
  /** Type name in the global IDs of its annotations. */
  type: string;
  /** The word for the target in messages. Documents have no word, because errors name their span. */
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
    /** SQL of a number: of several targets `s` that a sender may mean, the one with the highest is meant. */
    precedence: string;
  };
  /**
   * The rows that hold the targets. Deletions lock them first, and cascade from them, so writers of
   * annotations lock them, too.
   */
  owners: {
    table: 'traces' | 'project_sessions';
    /** The columns of their key, which targets' keys begin with. Rows are locked in this order. */
    keys: readonly string[];
  };
  /** Whether annotations repeat when their target began. If not, it may change. */
  hasStartTime: boolean;
  /** Whether annotations have the position of a document. */
  hasPosition: boolean;
}

const TRACES = { table: 'traces', keys: ['trace_id'] } as const;
const SPANS = {
  table: 'spans',
  type: 'Span',
  keys: ['trace_id', 'span_id'],
  senderKey: 'span_id',
  // The first one.
  precedence: '-s.id',
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
  targets: {
    table: 'traces',
    type: 'Trace',
    keys: ['trace_id'],
    senderKey: 'trace_id',
    precedence: '-s.id',
  },
  owners: TRACES,
  hasStartTime: false,
  hasPosition: false,
};

const SESSION_KEY = ['project_id', 'session_id'];

export const SESSION_ANNOTATIONS: AnnotationTarget = {
  kind: 'session',
  table: 'session_annotations',
  type: 'ProjectSessionAnnotation',
  noun: 'session',
  targets: {
    table: 'project_sessions',
    type: 'ProjectSession',
    keys: SESSION_KEY,
    senderKey: 'session_id',
    // The one with the most recent activity.
    precedence: 'extract(epoch FROM s.end_time)::float8',
  },
  owners: { table: 'project_sessions', keys: SESSION_KEY },
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

/** SQL of keys `k` with these columns, from parameters with the values of each of them. */
export function selectKeys(columns: readonly string[], firstParameter = 1): string {
  const arrays = columns.map((column, at) => `$${firstParameter + at}::${arrayType(column)}`);
  return `unnest(${arrays.join(', ')}) AS k (${columns.join(', ')})`;
}

/** SQL type of many values of a column of keys. */
export function arrayType(column: string): 'bigint[]' | 'int[]' | 'text[]' {
  if (column === 'project_id') return 'bigint[]';
  return column === 'document_position' ? 'int[]' : 'text[]';
}

/** SQL of whether two rows have the same values in these columns. */
export function isSameKey(columns: readonly string[], one: string, other: string): string {
  return columns.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
}

/** The columns of an annotation's key: those of its target, its name and its identifier. */
export function keyColumns({ targets, hasPosition }: AnnotationTarget): string[] {
  return [...targets.keys, ...(hasPosition ? ['document_position'] : []), 'name', 'identifier'];
}

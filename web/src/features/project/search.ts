import {
  type RawSearch,
  readFlag,
  readList,
  readOneOf,
  readText,
  readTexts,
} from '../../lib/routing/search-params.js';
import { SPAN_KINDS, type SpanKind } from '../../components/spans/span-kinds.js';
import { readTimeRange, type TimeRangeSearch } from '../../lib/time/time-range.js';

const JUDGED = ['span', 'trace', 'session'] as const;
type JudgeParam = (typeof JUDGED)[number];

/** The URL state that all lists of a project share. */
interface ListSearch extends TimeRangeSearch {
  sort?: string | undefined;
  /** Words that a span of each row contains. */
  search?: string | undefined;
  /** A condition on the rows, in the filter language. */
  filter?: string | undefined;
  /** The visible columns, in order; absent if they are the ones remembered in this browser. */
  columns?: string[] | undefined;
  /** Whether the panel over the list takes the whole width. */
  full?: true | undefined;
  /** The target that is annotated in the panel over the list; absent if there is none. */
  judge?: JudgeParam | undefined;
}

/** The state of the list of traces. */
export interface TracesSearch extends ListSearch {
  status?: TraceStatusParam | undefined;
  selectedSpanNodeId?: string | undefined;
}

/** The state of the list of spans. */
export interface SpansSearch extends ListSearch {
  statuses?: SpanStatusParam[] | undefined;
  kinds?: SpanKind[] | undefined;
  rootsOnly?: true | undefined;
  /** A condition on the traces that the spans belong to. */
  traceFilter?: string | undefined;
  selectedSpanNodeId?: string | undefined;
}

/** The state of the list of sessions. */
export interface SessionsSearch extends ListSearch {
  /** The open tab of the session; absent for its turns. */
  sessionTab?: 'annotations' | undefined;
}

/** The state of the charts. */
export interface MetricsSearch extends TimeRangeSearch {
  /** A condition on traces, in the filter language. */
  filter?: string | undefined;
}

/** Reads the state of the charts from the URL. */
export function readMetricsSearch(search: RawSearch): MetricsSearch {
  return { ...readTimeRange(search), filter: readText(search, 'filter') };
}

export const TRACE_STATUSES = ['ok', 'error'] as const;
export type TraceStatusParam = (typeof TRACE_STATUSES)[number];

export const SPAN_STATUSES = ['ok', 'error', 'unset'] as const;
export type SpanStatusParam = (typeof SPAN_STATUSES)[number];

export const TRACE_SORTS = ['startTime', 'latencyMs', 'tokenCountTotal', 'tokenCostTotal'] as const;
export const SPAN_SORTS = [
  'startTime',
  'endTime',
  'latencyMs',
  'timeToFirstTokenMs',
  'tokenCountTotal',
  'tokenCountPrompt',
  'tokenCountCompletion',
  'cumulativeTokenCountTotal',
  'cumulativeTokenCountPrompt',
  'cumulativeTokenCountCompletion',
  'tokenCostTotal',
  'cumulativeTokenCostTotal',
] as const;
export const SESSION_SORTS = [
  'startTime',
  'endTime',
  'tokenCountTotal',
  'numTraces',
  'costTotal',
] as const;

/** Newest first, which suits every list. */
export const DEFAULT_SORT = '-startTime';
export const DEFAULT_SESSION_SORT = '-endTime';

/** Reads the state of the list of traces from the URL, and drops invalid values. */
export function readTracesSearch(search: RawSearch): TracesSearch {
  return {
    ...readListSearch(search, TRACE_SORTS, DEFAULT_SORT),
    status: readOneOf(search, 'status', TRACE_STATUSES),
    selectedSpanNodeId: readText(search, 'selectedSpanNodeId'),
  };
}

/** Reads the state of the list of spans from the URL, and drops invalid values. */
export function readSpansSearch(search: RawSearch): SpansSearch {
  return {
    ...readListSearch(search, SPAN_SORTS, DEFAULT_SORT),
    statuses: readList(search, 'statuses', SPAN_STATUSES),
    kinds: readList(search, 'kinds', SPAN_KINDS),
    rootsOnly: readFlag(search, 'rootsOnly'),
    traceFilter: readText(search, 'traceFilter'),
    selectedSpanNodeId: readText(search, 'selectedSpanNodeId'),
  };
}

/** Reads the state of the list of sessions from the URL, and drops invalid values. */
export function readSessionsSearch(search: RawSearch): SessionsSearch {
  return {
    ...readListSearch(search, SESSION_SORTS, DEFAULT_SESSION_SORT),
    sessionTab: readOneOf(search, 'sessionTab', ['annotations'] as const),
  };
}

/** A value of the annotations with one name, by which a list can be sorted. */
export interface AnnotationKey {
  name: string;
  attr: 'score' | 'label';
}

/** Returns how the URL and the columns name a sort by annotations, such as `score:tone`. */
export function formatAnnotationSort({ name, attr }: AnnotationKey): string {
  return `${attr}:${encodeURIComponent(name)}`;
}

/** Returns the annotations and direction of a sort, if it is one by annotations. */
export function readAnnotationSort(
  sort: string | undefined,
): { key: AnnotationKey; dir: 'asc' | 'desc' } | undefined {
  const [, minus, attr, encoded] = /^(-?)(score|label):(.+)$/.exec(sort ?? '') ?? [];
  if (!attr || !encoded) return undefined;
  const name = decodeName(encoded);
  if (name === undefined) return undefined;
  const key = { name, attr: attr === 'score' ? 'score' : 'label' } as const;
  return { key, dir: minus ? 'desc' : 'asc' };
}

function decodeName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Returns the column and direction of a sort, if the column is known. */
export function toSort<T extends string>(
  sort: string,
  known: readonly T[],
): { col: T; dir: 'asc' | 'desc' } | null {
  const name = sort.replace(/^-/, '');
  const col = known.find((item) => item === name);
  return col ? { col, dir: sort.startsWith('-') ? 'desc' : 'asc' } : null;
}

function readListSearch(
  search: RawSearch,
  sorts: readonly string[],
  defaultSort: string,
): ListSearch {
  const text = readText(search, 'sort');
  const isKnown = text && (readAnnotationSort(text) ?? sorts.includes(text.replace(/^-/, '')));
  const sort = isKnown ? text : undefined;
  return {
    ...readTimeRange(search),
    sort: sort === defaultSort ? undefined : sort,
    search: readText(search, 'search'),
    filter: readText(search, 'filter'),
    columns: readTexts(search, 'columns'),
    full: readFlag(search, 'full'),
    judge: readOneOf(search, 'judge', JUDGED),
  };
}

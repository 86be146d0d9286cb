import { SPAN_KINDS, type SpanKind } from '../../components/spans/span-kinds.js';
import type { StatusCode } from '../../components/spans/status-mark.js';
import {
  type RawSearch,
  readFlag,
  readList,
  readOneOf,
  readText,
} from '../../lib/routing/search-params.js';

/** The tabs of the span detail. */
export const SPAN_TABS = ['info', 'attributes', 'events', 'logs', 'annotations', 'raw'] as const;

/** One tab of the span detail. */
export type SpanTab = (typeof SPAN_TABS)[number];

/** The statuses by which the tree is filtered. */
export const FOUND_STATUSES: readonly StatusCode[] = ['ERROR', 'OK', 'UNSET'];

const JUDGED = ['span', 'trace', 'session'] as const;

/** The URL state that an open trace adds to that of the list below it. */
export interface TraceSearch {
  /** The open tab of the span detail; absent for the first. */
  tab?: SpanTab | undefined;
  /** The target that is being annotated; absent if there is none. */
  judge?: (typeof JUDGED)[number] | undefined;
  /** The search in the tree: words, kinds and statuses. */
  find?: string | undefined;
  findKinds?: readonly SpanKind[] | undefined;
  findStatuses?: readonly StatusCode[] | undefined;
}

/** Reads the state of an open trace from the URL, and drops invalid values. */
export function readTraceSearch(search: RawSearch): TraceSearch {
  return {
    tab: readOneOf(search, 'tab', SPAN_TABS),
    judge: readOneOf(search, 'judge', JUDGED),
    find: readText(search, 'find'),
    findKinds: readList(search, 'findKinds', SPAN_KINDS),
    findStatuses: readList(search, 'findStatuses', FOUND_STATUSES),
  };
}

/** The URL state of a comparison of two traces. */
export interface TraceComparisonSearch {
  /** The traces, by global ID or the sender’s ID. Absent until it has been chosen. */
  base?: string | undefined;
  other?: string | undefined;
  /** Global ID of a span of the selected pair; absent for the first pair that differs. */
  span?: string | undefined;
  /** Whether only pairs that differ are listed. */
  differing?: true | undefined;
}

/** Reads the state of a comparison of two traces from the URL. */
export function readTraceComparisonSearch(search: RawSearch): TraceComparisonSearch {
  return {
    base: readText(search, 'base'),
    other: readText(search, 'other'),
    span: readText(search, 'span'),
    differing: readFlag(search, 'differing'),
  };
}

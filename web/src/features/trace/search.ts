import { readOneOf } from '../../lib/routing/search-params.js';
import type { RawSearch } from '../../lib/routing/search-params.js';
import { SPAN_TABS } from './detail/span-tab.js';
import type { SpanTab } from './detail/span-tab.js';

/** What the address of an open trace holds besides that of the list under it. */
export interface TraceSearch {
  /** The open part of the span detail; absent for the first. */
  tab?: SpanTab | undefined;
}

/** Reads the state of an open trace from its address; what cannot be read is dropped. */
export function readTraceSearch(search: RawSearch): TraceSearch {
  return { tab: readOneOf(search, 'tab', SPAN_TABS) };
}

import { readOneOf } from '../../lib/routing/search-params.js';
import type { RawSearch } from '../../lib/routing/search-params.js';
import { SPAN_TABS } from './detail/span-tab.js';
import type { SpanTab } from './detail/span-tab.js';

/** What the URL of an open trace adds to that of the list below it. */
export interface TraceSearch {
  /** The open tab of the span detail; absent for the first. */
  tab?: SpanTab | undefined;
}

/** Reads the state of an open trace from the URL, and drops invalid values. */
export function readTraceSearch(search: RawSearch): TraceSearch {
  return { tab: readOneOf(search, 'tab', SPAN_TABS) };
}

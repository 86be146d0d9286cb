import {
  parseSearch,
  type RawSearch,
  stringifySearch,
} from '../../../lib/routing/search-params.js';
import { readSessionsSearch, readSpansSearch, readTracesSearch } from '../search.js';
import type { ProjectTab } from '../tabs.js';

const READERS = {
  traces: readTracesSearch,
  spans: readSpansSearch,
  sessions: readSessionsSearch,
};

/** The state of a panel over the list, which is no part of a view. */
const PANEL = {
  full: undefined,
  judge: undefined,
  selectedSpanNodeId: undefined,
  sessionTab: undefined,
};

/** Returns what a view keeps of the URL: filters, range, sort and columns. */
export function toViewQuery(tab: ProjectTab, search: RawSearch): string {
  return stringifySearch({ ...READERS[tab](search), ...PANEL }).slice(1);
}

/** Returns the state of the list that a view shows. Drops what is no longer valid. */
export function readViewQuery(tab: ProjectTab, query: string) {
  return READERS[tab](parseSearch(query));
}

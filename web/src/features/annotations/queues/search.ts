import { type RawSearch, readFlag, readText } from '../../../lib/routing/search-params.js';

/** The URL state of a review queue. */
export interface ReviewSearch {
  /** Global ID of the open item. */
  item?: string | undefined;
  /** Whether the summary is shown instead of an item. */
  summary?: true | undefined;
  /** The span that is read; absent for the root span. */
  selectedSpanNodeId?: string | undefined;
}

/** Reads the state of a review queue from the URL, and drops invalid values. */
export function readReviewSearch(search: RawSearch): ReviewSearch {
  return {
    item: readText(search, 'item'),
    summary: readFlag(search, 'summary'),
    selectedSpanNodeId: readText(search, 'selectedSpanNodeId'),
  };
}

import { type RawSearch, readText } from '../../../lib/routing/search-params.js';

/** The URL state of the ingestion tab. */
export interface IngestionSearch {
  /** Lists only spans that were not stored for this reason. */
  reason?: string | undefined;
  /** Global ID of the open error. */
  error?: string | undefined;
}

/** Reads the state of the ingestion tab from the URL. */
export function readIngestionSearch(search: RawSearch): IngestionSearch {
  return { reason: readText(search, 'reason'), error: readText(search, 'error') };
}

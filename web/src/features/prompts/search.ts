import { type RawSearch, readText, readTexts } from '../../lib/routing/search-params.js';

/** The state of the list of prompts, as its address holds it. */
export interface PromptsSearch {
  q?: string | undefined;
  /** Ids of labels; a prompt with any of them is shown. */
  labels?: string[] | undefined;
  columns?: string[] | undefined;
}

/** Reads the state of the list from its address; what cannot be read is dropped. */
export function readPromptsSearch(search: RawSearch): PromptsSearch {
  return {
    q: readText(search, 'q'),
    labels: readTexts(search, 'labels'),
    columns: readTexts(search, 'columns'),
  };
}

/** What a version is compared with: `previous`, or another version by its id. */
export interface VersionsSearch {
  compare?: string | undefined;
}

export function readVersionsSearch(search: RawSearch): VersionsSearch {
  return { compare: readText(search, 'compare') };
}

/** Where a new version starts from; absent for the newest. */
export interface EditorSearch {
  from?: string | undefined;
}

export function readEditorSearch(search: RawSearch): EditorSearch {
  return { from: readText(search, 'from') };
}

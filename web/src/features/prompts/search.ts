import { type RawSearch, readText, readTexts } from '../../lib/routing/search-params.js';

/** The state of the list of prompts, as stored in the URL. */
export interface PromptsSearch {
  q?: string | undefined;
  /** IDs of labels; shows prompts with any of them. */
  labels?: string[] | undefined;
  columns?: string[] | undefined;
}

/** Reads the state of the list from the URL, and drops invalid values. */
export function readPromptsSearch(search: RawSearch): PromptsSearch {
  return {
    q: readText(search, 'q'),
    labels: readTexts(search, 'labels'),
    columns: readTexts(search, 'columns'),
  };
}

/** The version to compare with: `previous`, or a version ID. */
export interface VersionsSearch {
  compare?: string | undefined;
}

export function readVersionsSearch(search: RawSearch): VersionsSearch {
  return { compare: readText(search, 'compare') };
}

/** The version to start from; absent for the newest. */
export interface EditorSearch {
  from?: string | undefined;
}

export function readEditorSearch(search: RawSearch): EditorSearch {
  return { from: readText(search, 'from') };
}

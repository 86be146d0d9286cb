import {
  type RawSearch,
  readFlag,
  readOneOf,
  readText,
  readTexts,
} from '../../lib/routing/search-params.js';

const SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;
type DatasetsSort = (typeof SORTS)[number];

/** Newest first. */
export const DEFAULT_DATASETS_SORT: DatasetsSort = '-createdAt';

/** The state of the list of datasets, as stored in the URL. */
export interface DatasetsSearch {
  q?: string | undefined;
  /** IDs of labels; shows datasets with any of them. */
  labels?: string[] | undefined;
  sort?: DatasetsSort | undefined;
  columns?: string[] | undefined;
}

/** Reads the state of the list from the URL, and drops invalid values. */
export function readDatasetsSearch(search: RawSearch): DatasetsSearch {
  const sort = readDatasetsSort(readText(search, 'sort'));
  return {
    q: readText(search, 'q'),
    labels: readTexts(search, 'labels'),
    sort: sort === DEFAULT_DATASETS_SORT ? undefined : sort,
    columns: readTexts(search, 'columns'),
  };
}

/** Returns the sort if the list supports it, otherwise undefined. */
export function readDatasetsSort(sort: string | undefined): DatasetsSort | undefined {
  return readOneOf({ sort }, 'sort', SORTS);
}

/** The URL state that all pages of a dataset share. */
export interface DatasetSearch {
  /** The ID of the selected version; absent for the newest. */
  version?: string | undefined;
}

export function readDatasetSearch(search: RawSearch): DatasetSearch {
  return { version: readText(search, 'version') };
}

/** The state of the list of examples. */
export interface ExamplesSearch extends DatasetSearch {
  /** Text to find in input, output or metadata. */
  q?: string | undefined;
  /** IDs of splits; shows examples in any of them. */
  splits?: string[] | undefined;
  columns?: string[] | undefined;
  /** Whether the panel over the list takes the whole width. */
  full?: true | undefined;
}

/** Reads the state of the list of examples from the URL, and drops invalid values. */
export function readExamplesSearch(search: RawSearch): ExamplesSearch {
  return {
    ...readDatasetSearch(search),
    q: readText(search, 'q'),
    splits: readTexts(search, 'splits'),
    columns: readTexts(search, 'columns'),
    full: readFlag(search, 'full'),
  };
}

/** The URL state of the upload page. */
export interface UploadSearch {
  /** The ID of the dataset to upload to, unless another is selected. */
  into?: string | undefined;
}

export function readUploadSearch(search: RawSearch): UploadSearch {
  return { into: readText(search, 'into') };
}

import {
  type RawSearch,
  readFlag,
  readOneOf,
  readText,
  readTexts,
} from '../../lib/routing/search-params.js';

const SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;
type DatasetsSort = (typeof SORTS)[number];

/** The newest first. */
export const DEFAULT_DATASETS_SORT: DatasetsSort = '-createdAt';

/** The state of the list of datasets, as its address holds it. */
export interface DatasetsSearch {
  q?: string | undefined;
  /** Ids of labels; a dataset with any of them is shown. */
  labels?: string[] | undefined;
  sort?: DatasetsSort | undefined;
  columns?: string[] | undefined;
}

/** Reads the state of the list from its address; what cannot be read is dropped. */
export function readDatasetsSearch(search: RawSearch): DatasetsSearch {
  const sort = readDatasetsSort(readText(search, 'sort'));
  return {
    q: readText(search, 'q'),
    labels: readTexts(search, 'labels'),
    sort: sort === DEFAULT_DATASETS_SORT ? undefined : sort,
    columns: readTexts(search, 'columns'),
  };
}

/** A sort that the list knows. */
export function readDatasetsSort(sort: string | undefined): DatasetsSort | undefined {
  return readOneOf({ sort }, 'sort', SORTS);
}

/** What the addresses of all pages of a dataset hold. */
export interface DatasetSearch {
  /** Id of the version that is looked at; absent for the newest. */
  version?: string | undefined;
}

export function readDatasetSearch(search: RawSearch): DatasetSearch {
  return { version: readText(search, 'version') };
}

/** The state of the list of examples. */
export interface ExamplesSearch extends DatasetSearch {
  /** A text that stands anywhere in input, output or metadata. */
  q?: string | undefined;
  /** Ids of splits; an example of any of them is shown. */
  splits?: string[] | undefined;
  columns?: string[] | undefined;
  /** The panel over the list takes the whole width. */
  full?: true | undefined;
}

/** Reads the state of the list of examples from its address; what cannot be read is dropped. */
export function readExamplesSearch(search: RawSearch): ExamplesSearch {
  return {
    ...readDatasetSearch(search),
    q: readText(search, 'q'),
    splits: readTexts(search, 'splits'),
    columns: readTexts(search, 'columns'),
    full: readFlag(search, 'full'),
  };
}

/** What the address of the upload holds. */
export interface UploadSearch {
  /** Id of the dataset that the examples are for, unless another is chosen. */
  into?: string | undefined;
}

export function readUploadSearch(search: RawSearch): UploadSearch {
  return { into: readText(search, 'into') };
}

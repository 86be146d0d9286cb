import {
  type RawSearch,
  readFlag,
  readOneOf,
  readText,
  readTexts,
} from '../../lib/routing/search-params.js';

const SORTS = [
  'name',
  '-name',
  'kind',
  '-kind',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const;
type EvaluatorsSort = (typeof SORTS)[number];

/** Newest first. */
export const DEFAULT_EVALUATORS_SORT: EvaluatorsSort = '-createdAt';

/** The state of the list of a dataset’s evaluators, as stored in the URL. */
export interface EvaluatorsSearch {
  q?: string | undefined;
  sort?: EvaluatorsSort | undefined;
  columns?: string[] | undefined;
}

/** Reads the state of the list from the URL, and drops invalid values. */
export function readEvaluatorsSearch(search: RawSearch): EvaluatorsSearch {
  const sort = readEvaluatorsSort(readText(search, 'sort'));
  return {
    q: readText(search, 'q'),
    sort: sort === DEFAULT_EVALUATORS_SORT ? undefined : sort,
    columns: readTexts(search, 'columns'),
  };
}

/** Returns the sort if the list supports it, otherwise undefined. */
export function readEvaluatorsSort(sort: string | undefined): EvaluatorsSort | undefined {
  return readOneOf({ sort }, 'sort', SORTS);
}

/** The start of a new evaluator. Without any, it is an empty LLM judge. */
export interface NewEvaluatorSearch {
  /** The name of a built-in evaluator. */
  builtIn?: string | undefined;
  /** The name of a ready-made LLM judge. */
  template?: string | undefined;
  /** Whether it has code. */
  code?: true | undefined;
  /** The ID of an evaluator that exists, and asks a model or has code. */
  evaluator?: string | undefined;
}

export function readNewEvaluatorSearch(search: RawSearch): NewEvaluatorSearch {
  return {
    builtIn: readText(search, 'builtIn'),
    template: readText(search, 'template'),
    code: readFlag(search, 'code'),
    evaluator: readText(search, 'evaluator'),
  };
}

/** The start of an evaluator without a dataset. */
export interface StandaloneSearch {
  /** An LLM judge by default. */
  kind?: 'code' | undefined;
  /** The name of a ready-made LLM judge. */
  template?: string | undefined;
}

export function readStandaloneSearch(search: RawSearch): StandaloneSearch {
  return {
    kind: readOneOf(search, 'kind', ['code']),
    template: readText(search, 'template'),
  };
}

/** The version, range and tab on the page of an evaluator. */
export interface EvaluatorSearch {
  /** The ID of the use in a dataset, or of the rule, whose scores are shown. */
  use?: string | undefined;
  /** The version that is shown; the current one by default. */
  version?: string | undefined;
  /** The ID of the version to compare it with. */
  compare?: string | undefined;
}

export function readEvaluatorSearch(search: RawSearch): EvaluatorSearch {
  return {
    use: readText(search, 'use'),
    version: readText(search, 'version'),
    compare: readText(search, 'compare'),
  };
}

import {
  type RawSearch,
  readFlag,
  readOneOf,
  readText,
  readTexts,
} from '../../lib/routing/search-params.js';

/** The state of a list of experiments. */
export interface ExperimentsSearch {
  q?: string | undefined;
  /** The visible columns, in order; absent if they are the ones remembered in this browser. */
  columns?: string[] | undefined;
}

/** The state of the page of one experiment. */
export interface ExperimentSearch {
  /** `latencyMs` or a score, descending with a `-`; absent for the order of the examples. */
  sort?: string | undefined;
  columns?: string[] | undefined;
  /** Whether the panel over the runs takes the whole width. */
  full?: true | undefined;
  /** Whether to show the output of a run unchanged, or its differences from the reference. */
  diff?: 'reference' | undefined;
}

export const COMPARE_VIEWS = ['grid', 'metrics'] as const;
export type CompareView = (typeof COMPARE_VIEWS)[number];

export const DIFF_SIDES = ['base', 'reference'] as const;
export type DiffSide = (typeof DIFF_SIDES)[number];

/** The state of the comparison. */
export interface CompareSearch {
  /** Global IDs, without duplicates; the first is the base experiment. */
  experimentId?: string[] | undefined;
  view?: CompareView | undefined;
  /** A condition on runs. */
  filter?: string | undefined;
  /** The repetition to show if there are several; absent for the first. */
  repetition?: number | undefined;
  /** The global ID of the example whose runs are shown side by side. */
  exampleId?: string | undefined;
  /** The text that outputs are compared with, word by word. */
  diff?: DiffSide | undefined;
  /** The name of the score that sorts the runs of an example, best first. */
  by?: string | undefined;
  /** Experiments that are hidden next to an example. */
  hidden?: string[] | undefined;
}

/** Reads the state of a list of experiments from the URL, and drops invalid values. */
export function readExperimentsSearch(search: RawSearch): ExperimentsSearch {
  return { q: readText(search, 'q'), columns: readTexts(search, 'columns') };
}

/** Reads the state of the page of one experiment from the URL. */
export function readExperimentSearch(search: RawSearch): ExperimentSearch {
  return {
    sort: readText(search, 'sort'),
    columns: readTexts(search, 'columns'),
    full: readFlag(search, 'full'),
    diff: readOneOf(search, 'diff', ['reference'] as const),
  };
}

/** Reads the state of a comparison from the URL. */
export function readCompareSearch(search: RawSearch): CompareSearch {
  const view = readOneOf(search, 'view', COMPARE_VIEWS);
  const ids = [...new Set(readTexts(search, 'experimentId'))];
  return {
    experimentId: ids.length > 0 ? ids : undefined,
    view: view === 'grid' ? undefined : view,
    filter: readText(search, 'filter'),
    repetition: readRepetition(search),
    exampleId: readText(search, 'exampleId'),
    diff: readOneOf(search, 'diff', DIFF_SIDES),
    by: readText(search, 'by'),
    hidden: readTexts(search, 'hidden'),
  };
}

function readRepetition(search: RawSearch): number | undefined {
  const number = Number(readText(search, 'repetition'));
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

const SCORE = 'score:';

/** Returns the name of a score column in URLs and layouts. */
export function toScoreKey(annotationName: string): string {
  // URLs separate columns by commas, and names may contain any character.
  return SCORE + encodeURIComponent(annotationName);
}

/** Returns the run column that a sort names, or undefined. */
export function readRunColumn(
  key: string,
): { metric: 'latencyMs' } | { annotationName: string } | undefined {
  if (key === 'latencyMs') return { metric: 'latencyMs' };
  if (!key.startsWith(SCORE)) return undefined;
  try {
    return { annotationName: decodeURIComponent(key.slice(SCORE.length)) };
  } catch {
    return undefined;
  }
}

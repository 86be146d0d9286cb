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
  /** Columns shown, in order; absent means as remembered in this browser. */
  columns?: string[] | undefined;
}

/** The state of the page of one experiment. */
export interface ExperimentSearch {
  /** `latencyMs` or a score, the largest first with a `-`; absent is the order of the examples. */
  sort?: string | undefined;
  columns?: string[] | undefined;
  /** The panel over the runs takes the whole width. */
  full?: true | undefined;
  /** How the output of a run is shown: as it is, unless what differs from the reference is wanted. */
  diff?: 'reference' | undefined;
}

export const COMPARE_VIEWS = ['grid', 'metrics'] as const;
export type CompareView = (typeof COMPARE_VIEWS)[number];

export const DIFF_SIDES = ['base', 'reference'] as const;
export type DiffSide = (typeof DIFF_SIDES)[number];

/** The state of the comparison. */
export interface CompareSearch {
  /** Global ids; the first is the base. Once each. */
  experimentId?: string[] | undefined;
  view?: CompareView | undefined;
  /** A condition of the run language. */
  filter?: string | undefined;
  /** Which repetition is shown where there are several; absent is the first. */
  repetition?: number | undefined;
  /** Global id of the example whose runs are shown side by side. */
  exampleId?: string | undefined;
  /** What outputs are compared with, word by word. */
  diff?: DiffSide | undefined;
  /** Name of the score the runs of an example are sorted by, the best first. */
  by?: string | undefined;
  /** Experiments of the comparison that are folded away beside an example. */
  hidden?: string[] | undefined;
}

/** Reads the state of a list of experiments from its address; what cannot be read is dropped. */
export function readExperimentsSearch(search: RawSearch): ExperimentsSearch {
  return { q: readText(search, 'q'), columns: readTexts(search, 'columns') };
}

/** Reads the state of the page of one experiment from its address. */
export function readExperimentSearch(search: RawSearch): ExperimentSearch {
  return {
    sort: readText(search, 'sort'),
    columns: readTexts(search, 'columns'),
    full: readFlag(search, 'full'),
    diff: readOneOf(search, 'diff', ['reference'] as const),
  };
}

/** Reads the state of a comparison from its address. */
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

/** The name under which addresses and layouts know the column of a score. */
export function scoreKey(annotationName: string): string {
  // Columns are listed with commas in addresses, and names may hold any letter.
  return SCORE + encodeURIComponent(annotationName);
}

/** The column of a run that a sort names; undefined when it names none. */
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

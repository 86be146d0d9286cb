import { type RawSearch, readOneOf, readText } from '../../lib/routing/search-params.js';

export const MODEL_KINDS = ['custom', 'built-in'] as const;

/** The state of the list of models. */
export interface ModelsSearch {
  /** Part of a name, provider or pattern. */
  q?: string | undefined;
  kind?: (typeof MODEL_KINDS)[number] | undefined;
  /** Global ID of the open model, or `new`. */
  model?: string | undefined;
  /** The start of a new model: a copy of the model with this global ID, … */
  copy?: string | undefined;
  /** … or the name of a model in spans, … */
  name?: string | undefined;
  /** … and its provider. */
  provider?: string | undefined;
  /** Set while the recalculations are open: global ID of a project to choose, or `any`. */
  recalculate?: string | undefined;
}

/** Reads the state of the list of models from the URL, and drops invalid values. */
export function readModelsSearch(search: RawSearch): ModelsSearch {
  return {
    q: readText(search, 'q'),
    kind: readOneOf(search, 'kind', MODEL_KINDS),
    model: readText(search, 'model'),
    copy: readText(search, 'copy'),
    name: readText(search, 'name'),
    provider: readText(search, 'provider'),
    recalculate: readText(search, 'recalculate'),
  };
}

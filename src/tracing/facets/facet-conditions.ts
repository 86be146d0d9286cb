import { SearchedRows } from '../matches/matches.service.js';

/** The values that rows can be counted by. */
export type FacetName = 'kind' | 'status' | 'model' | 'user' | 'tag' | 'metadata';

/** A value that rows have. */
export interface CountedValue {
  facet: FacetName;
  /** The dotted name of the metadata; null for other facets. */
  key: string | null;
  /** The value as JSON text. */
  json: string;
}

type WriteCondition = (literal: string, value: CountedValue) => string;

const IN_ATTRIBUTES: Pick<Record<FacetName, WriteCondition>, 'user' | 'tag' | 'metadata'> = {
  user: (literal) => `user.id == ${literal}`,
  tag: (literal) => `${literal} in attributes['tag.tags']`,
  metadata: (literal, { key }) => `${writeMetadata(key ?? '')} == ${literal}`,
};

const IN_SPANS: Pick<Record<FacetName, WriteCondition>, 'kind' | 'model'> = {
  kind: (literal) => `any(s.span_kind == ${literal} for s in spans)`,
  model: (literal) => `any(s.llm_model_name == ${literal} for s in spans)`,
};

const CONDITIONS: Record<SearchedRows, Record<FacetName, WriteCondition>> = {
  [SearchedRows.SPANS]: {
    ...IN_ATTRIBUTES,
    tag: (literal) => `${literal} in tag.tags`,
    kind: (literal) => `span_kind == ${literal}`,
    status: (literal) => `status_code == ${literal}`,
    model: (literal) => `llm.model_name == ${literal}`,
  },
  [SearchedRows.TRACES]: {
    ...IN_ATTRIBUTES,
    ...IN_SPANS,
    status: (literal) => `error_count ${comparesFailures(literal)}`,
  },
  [SearchedRows.SESSIONS]: {
    ...IN_ATTRIBUTES,
    ...IN_SPANS,
    status: (literal) => `num_traces_with_error ${comparesFailures(literal)}`,
  },
};

/** Writes the condition in the filter language that selects the rows with a value. */
export function writeCondition(rows: SearchedRows, value: CountedValue): string {
  return CONDITIONS[rows][value.facet](writeLiteral(value.json), value);
}

function comparesFailures(status: string): string {
  return status === "'ERROR'" ? '> 0' : '== 0';
}

function writeMetadata(key: string): string {
  const [first, ...rest] = key.split('.');
  return `${first}${rest.map((name) => `[${writeText(name)}]`).join('')}`;
}

function writeLiteral(json: string): string {
  if (json === 'true') return 'True';
  if (json === 'false') return 'False';
  return json.startsWith('"') ? writeText(JSON.parse(json) as string) : json;
}

function writeText(text: string): string {
  // The escapes of JSON are a subset of those of the language.
  return /^[^'\\\p{C}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

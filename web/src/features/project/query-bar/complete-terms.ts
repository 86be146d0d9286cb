import {
  CONDITION_WORDS,
  type Completion,
  isInText,
  matchesTyped,
} from '../../../lib/filter-language/completion.js';
import type { ProjectTab } from '../tabs.js';

/** The names that a condition can contain, as the server lists them. */
export interface Term {
  name: string;
  description: string;
  category: string;
  /** The rows in a loop that have this field; null for what is filtered. */
  iterableName: string | null;
}

interface Known {
  tab: ProjectTab;
  terms: readonly Term[];
  /** Conditions that were applied before, newest first. */
  recent: readonly string[];
}

const LIMIT = 12;
const RECENT_LIMIT = 4;

/** Whole conditions to start with. */
const EXAMPLES: Record<ProjectTab, readonly [string, string][]> = {
  traces: [
    ['error_count > 0', 'failed'],
    ['latency_ms > 5000', 'slow'],
    ['refund | error_count > 0', 'words and a condition'],
    ["'refund' in input", 'the input mentions it'],
    ["any(s.span_kind == 'TOOL' and s.status_code == 'ERROR' for s in spans)", 'a tool failed'],
    ["len([s for s in spans if s.span_kind == 'LLM']) > 5", 'many model calls'],
  ],
  spans: [
    ["status_code == 'ERROR'", 'failed'],
    ["span_kind == 'LLM' and latency_ms > 5000", 'slow model calls'],
    ["refund | span_kind == 'TOOL'", 'words and a condition'],
    ['llm.token_count.total > 4000', 'many tokens'],
    ["'refund' in input.value", 'the input mentions it'],
    ['parent_span is None', 'root spans'],
  ],
  sessions: [
    ['num_traces > 3', 'longer conversations'],
    ['num_traces_with_error > 0', 'something failed'],
    ['refund | num_traces > 3', 'words and a condition'],
    ["'refund' in any_input", 'any message mentions it'],
    ['all(t.latency_ms < 2000 for t in traces)', 'every answer was fast'],
  ],
};

const VALUES: Record<string, readonly string[]> = {
  span_kind: ['AGENT', 'CHAIN', 'EMBEDDING', 'LLM', 'RERANKER', 'RETRIEVER', 'TOOL'],
  status_code: ['OK', 'ERROR', 'UNSET'],
};

/** The rows that a variable probably stands for while its loop is not written yet. */
const USUAL_VARIABLES: Record<string, string> = { s: 'spans', t: 'traces', a: 'span_annotations' };

/** Returns the completions at the cursor; whole conditions for an empty field. */
export function completeTerms(text: string, cursor: number, known: Known): Completion[] {
  const before = text.slice(0, cursor);
  if (before.trim() === '') return suggestConditions(cursor, known);
  return (
    completeKey(before, known.terms) ??
    completeValue(before) ??
    completeElement(before, text, known.terms) ??
    completeWord(before, known.terms)
  ).slice(0, LIMIT);
}

function suggestConditions(from: number, { tab, recent }: Known): Completion[] {
  const earlier = recent.slice(0, RECENT_LIMIT).map((insert) => ({ insert, from, hint: 'recent' }));
  const examples = EXAMPLES[tab]
    .filter(([insert]) => !recent.includes(insert))
    .map(([insert, hint]) => ({ insert, from, hint }));
  return [...earlier, ...examples];
}

/** `annotations['he`, `metadata["te`: completes the name in brackets. */
function completeKey(before: string, terms: readonly Term[]): Completion[] | undefined {
  const match = /([a-z_]+)\[\s*(["']?)([^'"\]]*)$/.exec(before);
  if (!match || isInText(before.slice(0, match.index))) return undefined;
  const [whole, owner = '', , typed = ''] = match;
  const from = before.length - whole.length;
  const found = terms.filter(
    ({ name, iterableName }) =>
      iterableName === null &&
      name.startsWith(`${owner}[`) &&
      matchesTyped(name.slice(owner.length + 2), typed),
  );
  return found.map((term) => toCompletion(term, from));
}

/** `span_kind == 'L`: completes one of the known values. */
function completeValue(before: string): Completion[] | undefined {
  const match =
    /\b(span_kind|status_code)\s*(?:==|!=|in\s*[[(])\s*(?:'[A-Z]*',\s*)*(["']?)(\w*)$/.exec(before);
  if (!match) return undefined;
  const [, field = '', mark = '', typed = ''] = match;
  const from = before.length - typed.length - mark.length;
  return (VALUES[field] ?? [])
    .filter((value) => value.startsWith(typed.toUpperCase()))
    .map((value) => ({ insert: `'${value}'`, from, hint: field.replace('_', ' ') }));
}

/** `s.lat`: completes a field of an element of a loop. */
function completeElement(
  before: string,
  text: string,
  terms: readonly Term[],
): Completion[] | undefined {
  const match = /(?:^|[\s(])([A-Za-z_]\w*)\.([\w.]*)$/.exec(before);
  if (!match || isInText(before)) return undefined;
  const [, variable = '', typed = ''] = match;
  const rows =
    new RegExp(`\\bfor\\s+${variable}\\s+in\\s+(?:\\w+\\.)?(\\w+)`).exec(text)?.[1] ??
    USUAL_VARIABLES[variable];
  const found = terms.filter(
    ({ name, iterableName }) =>
      rows !== undefined && iterableName === rows && matchesTyped(name, typed),
  );
  if (found.length === 0) return undefined;
  return found.map((term) => toCompletion(term, before.length - typed.length));
}

/** Completes a word that stands alone, such as a field or `and`. */
function completeWord(before: string, terms: readonly Term[]): Completion[] {
  const match = /(?:^|[\s(])([A-Za-z_][\w.]*|)$/.exec(before);
  if (!match || isInText(before)) return [];
  const [, typed = ''] = match;
  // Between words, every completion would match, so the list would only be in the way.
  if (typed === '' && !/(?:\b(?:and|or|not|in)|[(=<>])\s*$/.test(before)) return [];
  const from = before.length - typed.length;
  const fields = terms
    .filter(({ name, iterableName }) => iterableName === null && matchesTyped(name, typed))
    .toSorted((a, b) => Number(b.name.startsWith(typed)) - Number(a.name.startsWith(typed)))
    .map((term) => toCompletion(term, from));
  const words = CONDITION_WORDS.filter(([word]) => typed !== '' && word.startsWith(typed)).map(
    ([insert, hint]) => ({ insert, from, hint }),
  );
  return typed !== '' && words.length > 0 && words.length < 3
    ? [...words, ...fields]
    : [...fields, ...words];
}

/** Rows are offered as a loop over them. */
function toCompletion({ name, description, category }: Term, from: number): Completion {
  const variable = name === 'traces' ? 't' : name.endsWith('annotations') ? 'a' : 's';
  const field = variable === 't' ? 'latency_ms > 1000' : variable === 'a' ? 'score < 0.5' : '';
  const insert =
    category === 'collection'
      ? `any(${variable}.${field || "status_code == 'ERROR'"} for ${variable} in ${name})`
      : name;
  return { insert, from, hint: description };
}

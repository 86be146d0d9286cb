import {
  CONDITION_WORDS,
  type Completion,
  isInText,
  matchesTyped,
} from '../../../lib/filter-language/completion.js';
import { quote } from '../../../lib/filter-language/write-condition.js';

/** The names that conditions of a comparison can refer to. */
export interface Vocabulary {
  experimentCount: number;
  /** Names of evaluators. */
  scores: readonly string[];
  /** Keys found in inputs, references, metadata and outputs. */
  keys: Readonly<Record<'input' | 'reference_output' | 'metadata' | 'output', readonly string[]>>;
  /** Conditions that were applied before, newest first. */
  recent?: readonly string[];
}

const LIMIT = 12;
const RECENT_LIMIT = 4;
const RUN_FIELDS: readonly [string, string][] = [
  ['output', 'the output of the run'],
  ['error', 'the error message of a failed run'],
  ['latency_ms', 'the duration of the run'],
];
const EVALUATION_FIELDS: readonly [string, string][] = [
  ['score', 'number'],
  ['label', 'text'],
  ['explanation', 'text'],
];
/**
 * Returns the completions at the cursor: fields, evaluators and keys; whole conditions for an empty
 * field. Nothing inside a string or a number.
 */
export function listCompletions(
  text: string,
  cursor: number,
  vocabulary: Vocabulary,
): Completion[] {
  const before = text.slice(0, cursor);
  if (before.trim() === '') return suggestConditions(cursor, vocabulary);
  const found =
    completeBrackets(before, vocabulary) ??
    completeField(before, vocabulary) ??
    completeWord(before, vocabulary);
  return (found ?? []).slice(0, LIMIT);
}

function suggestConditions(
  from: number,
  { scores, experimentCount, recent = [] }: Vocabulary,
): Completion[] {
  const [score] = scores;
  const last = experimentCount - 1;
  const earlier = recent.slice(0, RECENT_LIMIT);
  const whole: [string, string][] = [
    ...earlier.map((condition): [string, string] => [condition, 'recent']),
    ['error is not None', 'the run failed'],
    ['latency_ms > 1000', 'the run took more than a second'],
  ];
  if (score !== undefined) {
    const field = `evals[${quote(score)}].score`;
    whole.push([`${field} < 1`, `any ${score} below 1`]);
    if (last > 0) {
      whole.push([
        `experiments[1].${field} < experiments[0].${field}`,
        `${score} is lower than in the base experiment`,
      ]);
    }
  }
  return [
    ...whole
      .filter(([insert, hint]) => hint === 'recent' || !earlier.includes(insert))
      .map(([insert, hint]) => ({ insert, from, hint })),
    ...listTopLevel({ scores, experimentCount, keys: NO_KEYS })
      .filter(({ isWord }) => !isWord)
      .map(({ insert, hint }) => ({ insert, from, hint })),
  ].slice(0, LIMIT);
}

const NO_KEYS = { input: [], reference_output: [], metadata: [], output: [] };

/** `evals['ex`, `input['qu`, `experiments[1`: completes the name or number in brackets. */
function completeBrackets(before: string, vocabulary: Vocabulary): Completion[] | undefined {
  const match =
    /(evals|input|reference_output|metadata|output|experiments)\[\s*(["']?)([^'"\]]*)$/.exec(
      before,
    );
  if (!match || isInText(before.slice(0, match.index))) return undefined;
  const [, owner = '', mark = '', typed = ''] = match;
  const from = before.length - typed.length - mark.length;
  if (owner === 'experiments') {
    return Array.from({ length: vocabulary.experimentCount }, (_, index) => ({
      insert: `${index}].`,
      from,
      hint: index === 0 ? 'the base experiment' : `compared experiment ${index}`,
    })).filter(({ insert }) => insert.startsWith(typed));
  }
  const names =
    owner === 'evals' ? vocabulary.scores : vocabulary.keys[owner as keyof typeof NO_KEYS];
  const tail = owner === 'evals' ? '].score' : ']';
  return names
    .filter((name) => matchesTyped(name, typed))
    .map((name) => ({
      insert: `${quote(name)}${tail}`,
      from,
      hint: owner === 'evals' ? 'evaluation' : `key of the ${owner.replace('_', ' ')}`,
    }));
}

/** `experiments[0].ev`, `evals['exact'].sc`: completes a field of a run or an evaluation. */
function completeField(before: string, vocabulary: Vocabulary): Completion[] | undefined {
  const match = /(experiments\[\d+\]|evals\[(?:'[^']*'|"[^"]*")\])\.([a-z_]*)$/.exec(before);
  if (!match || isInText(before.slice(0, match.index))) return undefined;
  const [, owner = '', typed = ''] = match;
  const from = before.length - typed.length;
  const fields = owner.startsWith('evals')
    ? EVALUATION_FIELDS
    : [...RUN_FIELDS, ...listEvaluations(vocabulary)];
  return fields
    .filter(([insert]) => insert.startsWith(typed))
    .map(([insert, hint]) => ({ insert, from, hint }));
}

/** Completes a word that stands alone. */
function completeWord(before: string, vocabulary: Vocabulary): Completion[] | undefined {
  const match = /(?:^|[\s(])([A-Za-z_]*)$/.exec(before);
  if (!match || isInText(before)) return undefined;
  const [, typed = ''] = match;
  // Between words, every completion would match, so the list would only be in the way.
  if (typed === '' && !/(?:\b(?:and|or|not|in)|[(=<>])\s*$/.test(before)) return undefined;
  const from = before.length - typed.length;
  return listTopLevel(vocabulary)
    .filter(({ insert, isWord }) => (typed !== '' || !isWord) && matchesTyped(insert, typed))
    .toSorted((a, b) => Number(b.insert.startsWith(typed)) - Number(a.insert.startsWith(typed)))
    .map(({ insert, hint }) => ({ insert, from, hint }));
}

function listTopLevel(vocabulary: Vocabulary): { insert: string; hint: string; isWord: boolean }[] {
  const { keys, experimentCount } = vocabulary;
  const fields: [string, string][] = [
    ...listEvaluations(vocabulary),
    ...RUN_FIELDS,
    ...(Object.keys(keys) as (keyof typeof keys)[]).flatMap((owner) =>
      keys[owner].map((key): [string, string] => [
        `${owner}[${quote(key)}]`,
        `of the ${owner.replace('_', ' ')}`,
      ]),
    ),
    ...(experimentCount > 0
      ? [['experiments[0].', 'only for the base experiment'] as [string, string]]
      : []),
    ...Array.from({ length: Math.max(0, experimentCount - 1) }, (_, index): [string, string] => [
      `experiments[${index + 1}].`,
      `only for experiment ${index + 1}`,
    ]),
  ];
  return [
    ...fields.map(([insert, hint]) => ({ insert, hint, isWord: false })),
    ...CONDITION_WORDS.map(([insert, hint]) => ({ insert, hint, isWord: true })),
  ];
}

function listEvaluations({ scores }: Vocabulary): [string, string][] {
  return scores.map((name) => [`evals[${quote(name)}].score`, 'an evaluation']);
}

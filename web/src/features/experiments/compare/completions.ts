import { quote } from './conditions.js';

/** The names that conditions of a comparison can refer to. */
export interface Vocabulary {
  experimentCount: number;
  /** Names of evaluators. */
  scores: readonly string[];
  /** Keys found in inputs, references, metadata and outputs. */
  keys: Readonly<Record<'input' | 'reference_output' | 'metadata' | 'output', readonly string[]>>;
}

/** A completion. */
export interface Completion {
  /** Replaces the text from `from` to the cursor. */
  insert: string;
  from: number;
  /** A short explanation. */
  hint: string;
}

const LIMIT = 12;
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
const WORDS: readonly [string, string][] = [
  ['and', 'both'],
  ['or', 'either'],
  ['not', 'negation'],
  ['in', 'contains text'],
  ['is None', 'has no value'],
  ['is not None', 'has a value'],
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

function suggestConditions(from: number, { scores, experimentCount }: Vocabulary): Completion[] {
  const [score] = scores;
  const last = experimentCount - 1;
  const whole: [string, string][] = [
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
    ...whole.map(([insert, hint]) => ({ insert, from, hint })),
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
    ...WORDS.map(([insert, hint]) => ({ insert, hint, isWord: true })),
  ];
}

function listEvaluations({ scores }: Vocabulary): [string, string][] {
  return scores.map((name) => [`evals[${quote(name)}].score`, 'an evaluation']);
}

/** Whether the text starts the name, or a word in it. */
function matchesTyped(name: string, typed: string): boolean {
  const wanted = typed.toLowerCase();
  const known = name.toLowerCase();
  const words = known.split(/[^\p{L}\p{N}]+/u);
  return known.startsWith(wanted) || words.some((word) => word.startsWith(wanted));
}

/** Whether a string is still open at the end. */
function isInText(text: string): boolean {
  let open = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (open === '') open = letter === "'" || letter === '"' ? letter : '';
    else if (letter === '\\') at += 1;
    else if (letter === open) open = '';
  }
  return open !== '';
}

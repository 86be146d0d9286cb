/** The kind of an evaluator: a part of Spandrel, a model, or code. */
export type EvaluatorKind = 'BUILTIN' | 'LLM' | 'CODE';

const KINDS: Record<EvaluatorKind, string> = {
  BUILTIN: 'Built-in',
  LLM: 'LLM judge',
  CODE: 'Code',
};

export function getKindLabel(kind: EvaluatorKind): string {
  return KINDS[kind];
}

/** The names of built-in evaluators in the menu, in its order, with what they check. */
export const BUILT_INS: readonly { name: string; label: string; note: string }[] = [
  { name: 'contains', label: 'Contains', note: 'The output contains words' },
  { name: 'exact_match', label: 'Exact match', note: 'The output is the expected one' },
  { name: 'regex', label: 'Regular expression', note: 'A pattern matches the output' },
  { name: 'levenshtein_distance', label: 'Levenshtein distance', note: 'Edits between two texts' },
  { name: 'json_distance', label: 'JSON distance', note: 'Values that differ in two documents' },
];

/** Returns the readable name of an evaluator. */
export function getEvaluatorLabel({ kind, name }: { kind: EvaluatorKind; name: string }): string {
  return kind === 'BUILTIN' ? getBuiltInLabel(name) : name;
}

/** Returns the readable name of a built-in evaluator. */
export function getBuiltInLabel(name: string): string {
  return BUILT_INS.find((builtIn) => builtIn.name === name)?.label ?? name;
}

import type { BuiltInEvaluator } from './built-in-evaluator.js';
import { contains } from './contains.js';
import { exactMatch } from './exact-match.js';
import { jsonDistance } from './json-distance.js';
import { levenshteinDistance } from './levenshtein-distance.js';
import { regex } from './regex.js';

/** The evaluators that are part of Spandrel, in the order of lists. */
export const BUILT_IN_EVALUATORS: readonly BuiltInEvaluator[] = [
  contains,
  exactMatch,
  regex,
  levenshteinDistance,
  jsonDistance,
];

/** Returns the built-in evaluator with that name, or null. */
export function findBuiltInEvaluator(name: string): BuiltInEvaluator | null {
  return BUILT_IN_EVALUATORS.find((evaluator) => evaluator.name === name) ?? null;
}

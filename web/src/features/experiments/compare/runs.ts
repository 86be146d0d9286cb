import type { ComparedRun, ComparisonRow } from '../api/comparison.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import type { Vocabulary } from './completions.js';

/** The run of a repetition; where an experiment has fewer repetitions, its last. */
export function runOfRepetition<Run extends { repetitionNumber: number }>(
  runs: readonly Run[],
  repetition: number,
  repetitions: number,
): Run | undefined {
  const wanted = Math.min(repetition, repetitions);
  return runs.find((run) => run.repetitionNumber === wanted);
}

/** How a score stands to that of the base: better is higher. */
export type Standing = 'better' | 'worse' | 'same';

/** How a run was judged beside the run of the base; undefined where one of them was not. */
export function standing(
  score: number | null | undefined,
  base: number | null | undefined,
): Standing | undefined {
  if (score == null || base == null) return undefined;
  return score > base ? 'better' : score < base ? 'worse' : 'same';
}

/** The score an evaluator gave a run. */
export function scoreOf(
  run: Pick<ComparedRun, 'annotations'> | undefined,
  name: string,
): number | null | undefined {
  return run?.annotations.find((one) => one.name === name)?.score;
}

/** Rows whose keys are looked at; examples of a dataset are mostly alike. */
const SAMPLE = 50;

/** The keys that the examples and outputs shown have, those seen first coming first. */
export function keysSeen(rows: readonly ComparisonRow[]): Vocabulary['keys'] {
  const seen = {
    input: new Set<string>(),
    reference_output: new Set<string>(),
    metadata: new Set<string>(),
    output: new Set<string>(),
  };
  for (const { example, repeatedRunGroups } of rows.slice(0, SAMPLE)) {
    addKeys(seen.input, example.revision.input);
    addKeys(seen.reference_output, example.revision.output);
    addKeys(seen.metadata, example.revision.metadata);
    for (const { runs } of repeatedRunGroups)
      for (const { output } of runs) addKeys(seen.output, output);
  }
  return {
    input: [...seen.input],
    reference_output: [...seen.reference_output],
    metadata: [...seen.metadata],
    output: [...seen.output],
  };
}

function addKeys(keys: Set<string>, value: unknown): void {
  if (isObject(value as Json)) for (const key of Object.keys(value as object)) keys.add(key);
}

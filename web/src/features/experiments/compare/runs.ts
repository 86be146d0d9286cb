import type { ComparedRun, ComparisonRow } from '../api/comparison.js';
import type { Direction } from '../../../components/score-labels/score-texts.js';
import { listNodes } from '../../../lib/data/connections.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import type { Vocabulary } from './completions.js';

/** Returns the run of a repetition; the last one if the experiment has fewer repetitions. */
export function findRunOfRepetition<Run extends { repetitionNumber: number }>(
  runs: readonly Run[],
  repetition: number,
  repetitions: number,
): Run | undefined {
  const wanted = Math.min(repetition, repetitions);
  return runs.find((run) => run.repetitionNumber === wanted);
}

/** Which scores are better, by the name of evaluations. Higher ones are if a name is missing. */
export type Directions = ReadonlyMap<string, Direction>;

/** How a score differs from the base experiment’s. */
export interface Standing {
  side: 'higher' | 'lower';
  /** Undefined if neither higher nor lower scores are better. */
  verdict: 'better' | 'worse' | undefined;
}

/** Compares a run’s score with the base experiment’s; undefined if they are equal or one is missing. */
export function compareWithBase(
  score: number | null | undefined,
  base: number | null | undefined,
  direction: Direction = 'MAXIMIZE',
): Standing | undefined {
  if (score == null || base == null || score === base) return undefined;
  const side = score > base ? 'higher' : 'lower';
  if (direction === 'NONE') return { side, verdict: undefined };
  return { side, verdict: (side === 'higher') === (direction === 'MAXIMIZE') ? 'better' : 'worse' };
}

/** Returns the score that an evaluator gave a run. */
export function findScore(
  run: Pick<ComparedRun, 'annotations'> | undefined,
  name: string,
): number | null | undefined {
  return run && listNodes(run.annotations).find((one) => one.name === name)?.score;
}

/** The number of rows to read keys from. Most examples of a dataset have the same keys. */
const SAMPLE = 50;

/** Collects the keys of the visible examples and outputs, in order of appearance. */
export function collectKeys(rows: readonly ComparisonRow[]): Vocabulary['keys'] {
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

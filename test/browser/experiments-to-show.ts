import { anExample, type ExampleRow } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import type { Sql } from '../support/factories/insert.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';

/** The experiments that the tests show, by global ID as in URLs. */
export interface ShownExperiments {
  dataset: string;
  /** `first try`, `second try` and `half way`, in this order. */
  experiments: [string, string, string];
  /** The examples, in the order of their questions. */
  examples: string[];
  /** The runs of the first experiment, in the order of the examples. */
  runs: string[];
  /** The OpenTelemetry ID of the trace of the first of these runs. */
  traceId: string;
}

export const EXAMPLES = 30;
/** The positions of the examples at which `first try` fails. */
const FAILURES = [5, 15];
/** The number of runs, out of 60, that `half way` has. */
const RUNS_SO_FAR = 10;

/**
 * Creates a dataset of questions and three experiments: `first try` fails twice and is right at
 * every even position, `second try` is wordier and right only at every third position, and
 * `half way` has two repetitions and is incomplete.
 */
export async function experimentsToShow(database: Sql): Promise<ShownExperiments> {
  const dataset = await aDataset(database, { name: 'capitals' });
  const examples: ExampleRow[] = [];
  for (let place = 0; place < EXAMPLES; place += 1) {
    examples.push(
      await anExample(database, {
        dataset_id: dataset.id,
        external_id: place < 3 ? `q-${place}` : null,
        input: { question: `What is the capital of country ${place}?` },
        output: { answer: `The capital is City ${place}.` },
        metadata: { difficulty: place % 3 },
      }),
    );
  }
  const given = { dataset_id: dataset.id };
  const first = await anExperiment(database, { ...given, name: 'first try' });
  const second = await anExperiment(database, {
    ...given,
    name: 'second try',
    description: 'Asks for whole sentences.',
    metadata: { model: 'model-2' },
  });
  const third = await anExperiment(database, { ...given, name: 'half way', repetitions: 2 });
  const trace = await aSpan(database, { name: 'answer' });
  const runs = await Promise.all(
    examples.map(async ({ id }, place) => {
      const isFailed = FAILURES.includes(place);
      const run = await aRun(database, {
        experiment_id: first.id,
        example_id: id,
        output: isFailed ? null : `The capital is City ${place}.`,
        error: isFailed ? 'TimeoutError: no answer' : null,
        trace_id: place === 0 ? trace.trace_id : null,
        ...took(1_000 + place),
      });
      if (!isFailed) {
        await anEvaluation(database, {
          run_id: run.id,
          name: 'exact',
          score: place % 2 === 0 ? 1 : 0,
          label: place % 2 === 0 ? 'right' : 'wrong',
          explanation: place === 0 ? 'Names **the very city**.' : null,
        });
      }
      return run;
    }),
  );
  await Promise.all(
    examples.map(async ({ id }, place) => {
      const run = await aRun(database, {
        experiment_id: second.id,
        example_id: id,
        output: `The capital is the beautiful City ${place}.`,
        ...took(2_000 - place),
      });
      await anEvaluation(database, {
        run_id: run.id,
        name: 'exact',
        score: place % 3 === 0 ? 0 : 1,
      });
    }),
  );
  await Promise.all(
    Array.from({ length: RUNS_SO_FAR }, (_, index) =>
      aRun(database, {
        experiment_id: third.id,
        example_id: examples[Math.floor(index / 2)]!.id,
        repetition_number: (index % 2) + 1,
        output: `Answer number ${(index % 2) + 1}`,
        ...took(500),
      }),
    ),
  );
  return {
    dataset: globalId('Dataset', dataset.id),
    experiments: [
      globalId('Experiment', first.id),
      globalId('Experiment', second.id),
      globalId('Experiment', third.id),
    ],
    examples: examples.map(({ id }) => globalId('DatasetExample', id)),
    runs: runs.map(({ id }) => globalId('ExperimentRun', id)),
    traceId: trace.trace_id,
  };
}

function took(milliseconds: number): { start_time: string; end_time: string } {
  const start = Date.parse('2026-03-01T10:00:00Z');
  return {
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + milliseconds).toISOString(),
  };
}

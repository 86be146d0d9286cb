import { z } from 'zod';
import { BadRequestError } from '../../kernel/errors/errors.js';
import { type GraphqlConnection, compact, cut, cutJson, toPage, roundMs } from '../calls/answer.js';
import * as inputs from '../calls/inputs.js';
import { type Answer, type Call, defineTool } from '../calls/tool.js';
import {
  EXPERIMENT_FIELDS,
  presentEvaluation,
  presentExperiment,
  type ShownExperiment,
} from './experiments.js';

const COUNTS = 'numRunsImproved numRunsRegressed numRunsEqual numRunsWithoutComparison';

const COMPARE = `query (
  $base: ID!, $others: [ID!]!, $condition: String, $first: Int!, $after: String, $isFirst: Boolean!
) {
  base: node(id: $base) { ... on Experiment { ${EXPERIMENT_FIELDS} } }
  examples: compareExperiments(
    baseExperimentId: $base, compareExperimentIds: $others,
    filterCondition: $condition, first: $first, after: $after
  ) {
    edges {
      cursor
      node {
        example { id externalId revision { input output } }
        repeatedRunGroups {
          experimentId
          runs {
            output error latencyMs
            annotations(first: 20) { edges { node { name label score explanation error } } }
          }
        }
      }
    }
    pageInfo { hasNextPage }
  }
  scores: experimentAnnotationComparisons(
    baseExperimentId: $base, compareExperimentIds: $others
  ) @include(if: $isFirst) { annotationName optimizationDirection counts { ${COUNTS} } }
  metrics: experimentRunMetricComparisons(
    baseExperimentId: $base, compareExperimentIds: $others
  ) @include(if: $isFirst) {
    latency { ${COUNTS} } totalTokenCount { ${COUNTS} } totalCost { ${COUNTS} }
  }
}`;

const EXPERIMENT = `query ($id: ID!) { node(id: $id) { ... on Experiment { ${EXPERIMENT_FIELDS} } } }`;

interface Counts {
  numRunsImproved: number;
  numRunsRegressed: number;
  numRunsEqual: number;
  numRunsWithoutComparison: number;
}

interface Run {
  output: unknown;
  error: string | null;
  latencyMs: number;
  annotations: { edges: { node: Parameters<typeof presentEvaluation>[0] }[] };
}

interface ComparedExample {
  example: { id: string; externalId: string | null; revision: { input: unknown; output: unknown } };
  repeatedRunGroups: { experimentId: string; runs: Run[] }[];
}

interface Comparison {
  base: ShownExperiment;
  examples: GraphqlConnection<ComparedExample>;
  scores?: { annotationName: string; optimizationDirection: string; counts: Counts }[];
  metrics?: Record<'latency' | 'totalTokenCount' | 'totalCost', Counts>;
}

const MAX_OTHERS = 5;
const NAME_CHARACTERS = 300;
const VALUE_CHARACTERS = 400;

/** Runs of one example and experiment to show. */
const RUNS_SHOWN = 2;

export const COMPARISON = defineTool({
  name: 'compare_experiments',
  title: 'Compare experiments',
  description:
    'Compares experiments of one dataset with a base experiment: their figures and scores; how many ' +
    'runs of the base are better or worse than the best of the others; and the outputs side by side, ' +
    'example by example. In a condition, experiments[0] is the base: ' +
    "experiments[1].evals['correct'].score < experiments[0].evals['correct'].score finds regressions.",
  input: {
    base_id: inputs.text(1_000).describe('The `id` of the base experiment.'),
    other_ids: z.array(inputs.text(1_000)).min(1).max(MAX_OTHERS),
    condition: inputs.condition('examples'),
    limit: inputs.limit(5, 20),
    cursor: inputs.cursor,
  },
  async run(input, call) {
    const others = [...new Set(input.other_ids)].filter((id) => id !== input.base_id);
    if (others.length === 0) {
      throw new BadRequestError('other_ids must name an experiment other than the base.');
    }
    const found = await call.graphql<Comparison>(COMPARE, {
      base: input.base_id,
      others,
      condition: input.condition,
      first: input.limit,
      after: input.cursor,
      isFirst: input.cursor === undefined,
    });
    const datasetId = found.base.dataset.id;
    return toPage(found.examples, (example) => presentExample(example, datasetId, call), {
      ...(input.cursor === undefined && {
        experiments: await listExperiments(call, found.base, others),
        ...presentCounts(found),
      }),
      link: call.links.comparison(datasetId, [input.base_id, ...others]),
    });
  },
});

async function listExperiments(
  call: Call,
  base: ShownExperiment,
  others: readonly string[],
): Promise<Answer[]> {
  const shown = await Promise.all(
    others.map((id) => call.graphql<{ node: ShownExperiment }>(EXPERIMENT, { id })),
  );
  return [base, ...shown.map(({ node }) => node)].map((one) => presentExperiment(one, call));
}

function presentCounts({ scores = [], metrics }: Comparison): Answer {
  return {
    runs_by_score: scores.map(({ annotationName, optimizationDirection, counts }) => ({
      name: cut(annotationName, NAME_CHARACTERS),
      better: optimizationDirection,
      ...toWords(counts),
    })),
    ...(metrics && {
      runs_by_latency: toWords(metrics.latency),
      runs_by_tokens: toWords(metrics.totalTokenCount),
      runs_by_cost: toWords(metrics.totalCost),
    }),
  };
}

function toWords(counts: Counts): Answer {
  return {
    base_better: counts.numRunsImproved,
    base_worse: counts.numRunsRegressed,
    equal: counts.numRunsEqual,
    not_comparable: counts.numRunsWithoutComparison,
  };
}

function presentExample(
  { example, repeatedRunGroups }: ComparedExample,
  datasetId: string,
  { links }: Call,
): Answer {
  return {
    example_id: example.id,
    ...(example.externalId && { external_id: cut(example.externalId, NAME_CHARACTERS) }),
    input: cutJson(example.revision.input, VALUE_CHARACTERS),
    expected_output: cutJson(example.revision.output, VALUE_CHARACTERS),
    runs: repeatedRunGroups.flatMap(({ experimentId, runs }) =>
      runs.slice(0, RUNS_SHOWN).map((run) =>
        compact({
          experiment_id: experimentId,
          output: cutJson(run.output, VALUE_CHARACTERS),
          error: run.error && cut(run.error, VALUE_CHARACTERS),
          latency_ms: roundMs(run.latencyMs),
          evaluations: run.annotations.edges.map(({ node }) => presentEvaluation(node)),
        }),
      ),
    ),
    example_link: links.example(datasetId, example.id),
  };
}

import { BadRequestError } from '../../kernel/errors/errors.js';
import {
  compact,
  type GraphqlConnection,
  cut,
  cutJson,
  presentCost,
  roundMs,
  roundToFourDigits,
  type ShownCost,
  toPage,
} from '../calls/answer.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { type Answer, type Call, defineTool } from '../calls/tool.js';

export const EXPERIMENT_FIELDS = `
  id name description createdAt isBaseline runCount expectedRunCount errorRunCount averageRunLatencyMs
  costSummary { total { cost tokens } spanCount unpricedSpanCount }
  annotationSummaries { annotationName count meanScore errorCount labelFractions { label fraction } }
  dataset { id name }`;

export interface ShownExperiment {
  id: string;
  name: string;
  description: string | null;
  createdAt: string;
  isBaseline: boolean;
  runCount: number;
  expectedRunCount: number;
  errorRunCount: number;
  averageRunLatencyMs: number | null;
  costSummary: ShownCost & { total: { tokens: number | null } };
  annotationSummaries: {
    annotationName: string;
    count: number;
    meanScore: number | null;
    errorCount: number;
    labelFractions: { label: string; fraction: number }[];
  }[];
  dataset: { id: string; name: string };
}

const LIST = `query ($first: Int!, $after: String) {
  experiments(first: $first, after: $after) {
    edges { cursor node { ${EXPERIMENT_FIELDS} } }
    pageInfo { hasNextPage }
  }
}`;

const LIST_OF_DATASET = `query ($id: ID!, $first: Int!, $after: String) {
  node(id: $id) {
    ... on Dataset {
      experiments(first: $first, after: $after) {
        edges { cursor node { ${EXPERIMENT_FIELDS} } }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

const GET = `query ($id: ID!, $first: Int!, $after: String) {
  node(id: $id) {
    ... on Experiment {
      ${EXPERIMENT_FIELDS}
      metadata
      runs(first: $first, after: $after) {
        edges {
          cursor
          node {
            id repetitionNumber output error latencyMs traceId
            example { id externalId revision { input output } }
            annotations(first: 20) { edges { node { name label score explanation error } } }
          }
        }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

interface Run {
  id: string;
  repetitionNumber: number;
  output: unknown;
  error: string | null;
  latencyMs: number;
  traceId: string | null;
  example: { id: string; externalId: string | null; revision: { input: unknown; output: unknown } };
  annotations: { edges: { node: Evaluation }[] };
}

interface Evaluation {
  name: string;
  label: string | null;
  score: number | null;
  explanation: string | null;
  error: string | null;
}

interface WholeExperiment extends ShownExperiment {
  metadata: unknown;
  runs: GraphqlConnection<Run>;
}

const NAME_CHARACTERS = 300;
const VALUE_CHARACTERS = 500;
const LABELS_SHOWN = 8;

export const EXPERIMENT_TOOLS = [
  defineTool({
    name: 'list_experiments',
    title: 'List experiments',
    description:
      'Lists experiments, newest first: each ran a task on the examples of a dataset. Shows runs, ' +
      'errors, latency, cost and the mean scores of the evaluators.',
    input: {
      dataset: inputs
        .text(1_000)
        .optional()
        .describe('Name or `id` of a dataset; all if left out.'),
      limit: inputs.limit(10),
      cursor: inputs.cursor,
    },
    async run(input, call) {
      return toPage(await readList(input, call), (experiment) =>
        presentExperiment(experiment, call),
      );
    },
  }),
  defineTool({
    name: 'get_experiment',
    title: 'Get an experiment',
    description:
      'Returns one experiment with its runs: input, expected output, output, error and evaluations. ' +
      'Use compare_experiments to find out which of several is better.',
    input: {
      experiment_id: inputs.text(1_000).describe('The `id` of an experiment.'),
      limit: inputs.limit(10),
      cursor: inputs.cursor,
    },
    async run(input, call) {
      const { node } = await call.graphql<{ node: WholeExperiment | { id?: undefined } }>(GET, {
        id: input.experiment_id,
        first: input.limit,
        after: input.cursor,
      });
      if (node.id === undefined) {
        throw new BadRequestError(`"${input.experiment_id}" is not the ID of an experiment.`);
      }
      return toPage(node.runs, (run) => presentRun(run, node.dataset.id, call), {
        ...presentExperiment(node, call),
        metadata: cutJson(node.metadata, VALUE_CHARACTERS),
      });
    },
  }),
];

async function readList(
  input: { dataset?: string | undefined; limit: number; cursor?: string | undefined },
  call: Call,
): Promise<GraphqlConnection<ShownExperiment>> {
  const page = { first: input.limit, after: input.cursor };
  if (input.dataset === undefined) {
    const { experiments } = await call.graphql<{ experiments: GraphqlConnection<ShownExperiment> }>(
      LIST,
      page,
    );
    return experiments;
  }
  const id = await findId(call, 'Dataset', input.dataset);
  const { node } = await call.graphql<{
    node: { experiments: GraphqlConnection<ShownExperiment> };
  }>(LIST_OF_DATASET, { id, ...page });
  return node.experiments;
}

/** Shows the figures of an experiment. */
export function presentExperiment(
  experiment: ShownExperiment,
  { links }: Pick<Call, 'links'>,
): Answer {
  const { dataset, costSummary } = experiment;
  return compact({
    id: experiment.id,
    name: cut(experiment.name, NAME_CHARACTERS),
    description: experiment.description && cut(experiment.description, NAME_CHARACTERS),
    dataset: cut(dataset.name, NAME_CHARACTERS),
    created_at: experiment.createdAt,
    is_baseline: experiment.isBaseline || null,
    run_count: experiment.runCount,
    expected_run_count: experiment.expectedRunCount,
    failed_run_count: experiment.errorRunCount,
    mean_latency_ms: roundMs(experiment.averageRunLatencyMs),
    tokens: costSummary.total.tokens,
    ...presentCost(costSummary),
    evaluations: experiment.annotationSummaries.map((summary) =>
      compact({
        name: cut(summary.annotationName, NAME_CHARACTERS),
        count: summary.count,
        mean_score: roundToFourDigits(summary.meanScore),
        failed_count: summary.errorCount || null,
        labels: summary.labelFractions.slice(0, LABELS_SHOWN).map(({ label, fraction }) => ({
          label: cut(label, NAME_CHARACTERS),
          share: roundToFourDigits(fraction),
        })),
      }),
    ),
    link: links.experiment(dataset.id, experiment.id),
  });
}

function presentRun(run: Run, datasetId: string, { links }: Call): Answer {
  const { example } = run;
  return compact({
    example_id: example.id,
    external_id: example.externalId && cut(example.externalId, NAME_CHARACTERS),
    repetition: run.repetitionNumber > 1 ? run.repetitionNumber : null,
    input: cutJson(example.revision.input, VALUE_CHARACTERS),
    expected_output: cutJson(example.revision.output, VALUE_CHARACTERS),
    output: cutJson(run.output, VALUE_CHARACTERS),
    error: run.error && cut(run.error, VALUE_CHARACTERS),
    latency_ms: roundMs(run.latencyMs),
    trace_id: run.traceId,
    evaluations: run.annotations.edges.map(({ node }) => presentEvaluation(node)),
    example_link: links.example(datasetId, example.id),
  });
}

/** Shows what an evaluator said about one run. */
export function presentEvaluation({ name, label, score, explanation, error }: Evaluation): Answer {
  return compact({
    name: cut(name, NAME_CHARACTERS),
    label: label && cut(label, NAME_CHARACTERS),
    score,
    explanation: explanation && cut(explanation, NAME_CHARACTERS),
    error: error && cut(error, NAME_CHARACTERS),
  });
}

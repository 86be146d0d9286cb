import { DatasetScoresQuery } from '../../features/experiments/api/dataset-scores.js';
import {
  type ExperimentDetail,
  ExperimentProgressQuery,
  ExperimentQuery,
} from '../../features/experiments/api/experiment.js';
import type { ExperimentJob } from '../../features/experiments/api/experiment-job.js';
import {
  AllExperimentsQuery,
  DatasetExperimentsQuery,
  DatasetExperimentsUpdatedQuery,
  ExperimentCountQuery,
  type ExperimentRow,
} from '../../features/experiments/api/experiments-list.js';
import type { Evaluation, RunDetail } from '../../features/experiments/api/run.js';
import { type RunRow, RunsQuery } from '../../features/experiments/api/runs-list.js';
import { listScoreNames } from '../../features/experiments/scores.js';
import { aConnection, answer, type Answer } from '../answers.js';
import { NO_COSTS } from './costs.js';
import { DATASET_ID } from './datasets.js';

const TIME = '2026-02-03T04:05:06.000000Z';

/** The dataset of the experiments. */
export const DATASET = { id: DATASET_ID, name: 'capitals' };

/** The path of an experiment, by its number. */
export const experimentPath = (number: number, rest = '') =>
  `/datasets/${DATASET.id}/experiments/experiment-${number}${rest}`;

/** The evaluations of an experiment with one name. */
export function aScoreSummary(
  annotationName: string,
  meanScore: number | null,
  count = 30,
): ExperimentRow['annotationSummaries'][number] {
  const scored =
    meanScore === null ? { min: null, max: null, count: 0 } : { min: 0, max: 1, count };
  return {
    annotationName,
    minScore: scored.min,
    maxScore: scored.max,
    meanScore,
    count,
    errorCount: 0,
    scoreCount: scored.count,
    labelCount: count,
  };
}

/** An experiment in a list, by its number. */
export function anExperimentRow(
  sequenceNumber: number,
  name: string,
  part: Partial<ExperimentRow> = {},
): ExperimentRow {
  return {
    id: `experiment-${sequenceNumber}`,
    name,
    description: null,
    sequenceNumber,
    isBaseline: false,
    repetitions: 1,
    createdAt: TIME,
    user: null,
    dataset: { ...DATASET, project: null },
    datasetSplits: { edges: [] },
    project: null,
    runCount: 30,
    errorRunCount: 0,
    expectedRunCount: 30,
    errorRate: 0,
    job: null,
    averageRunLatencyMs: 1000,
    annotationSummaries: [],
    costSummary: NO_COSTS,
    ...part,
  };
}

/** Answers what the list of the experiments of the dataset asks. */
export function listExperiments(...rows: ExperimentRow[]): Answer[] {
  return [
    answer(DatasetExperimentsQuery, {
      node: { __typename: 'Dataset', id: DATASET.id, experiments: aConnection(rows) },
    }),
    answer(DatasetExperimentsUpdatedQuery, {
      node: {
        __typename: 'Dataset',
        id: DATASET.id,
        experimentCount: rows.length,
        lastUpdatedAt: TIME,
      },
    }),
    scoresOfDataset(...listScoreNames(rows)),
  ];
}

/** Answers what the list of the experiments of all datasets asks. */
export function listAllExperiments(...rows: ExperimentRow[]): Answer[] {
  return [
    answer(AllExperimentsQuery, { experiments: aConnection(rows) }),
    answer(ExperimentCountQuery, { experimentCount: rows.length }),
  ];
}

/** Answers which scores the experiments of the dataset have. */
export function scoresOfDataset(...names: string[]): Answer {
  return answer(DatasetScoresQuery, {
    node: {
      __typename: 'Dataset',
      id: DATASET.id,
      experimentAnnotationSummaries: names.map((annotationName) => ({
        annotationName,
        minScore: 0,
        maxScore: 1,
      })),
    },
  });
}

/** An experiment with everything that its page shows above the runs. */
export function anExperiment(
  row: ExperimentRow,
  part: Partial<ExperimentDetail> = {},
): ExperimentDetail {
  return {
    ...row,
    __typename: 'Experiment',
    dataset: { ...row.dataset, baselineExperiment: null },
    costDetailSummaryEntries: [],
    metadata: {},
    projectName: null,
    datasetVersion: { id: 'version-1', sequenceNumber: 1, description: null, createdAt: TIME },
    tags: [],
    scores: [],
    ...part,
  };
}

/** An experiment that the server runs or has run. */
export function aJob(part: Partial<ExperimentJob> = {}): ExperimentJob {
  return {
    id: 'job-1',
    status: 'RUNNING',
    stopReason: null,
    lastError: null,
    secondsLeft: null,
    tokensUsed: 60,
    costUsed: null,
    pricedSpans: { spanCount: 0, unpricedSpanCount: 0 },
    budget: { maxTokens: null, maxCost: null },
    progress: {
      successfulRuns: 3,
      failedRuns: 0,
      missingRuns: 1,
      evaluations: 0,
      failedEvaluations: 0,
    },
    ...part,
  };
}

/** Answers what the page of an experiment asks. */
export function showExperiment(
  experiment: ExperimentDetail,
  runs: readonly RunRow[],
  job: ExperimentJob | null = null,
): Answer[] {
  const { id, isBaseline, runCount, errorRunCount } = experiment;
  return [
    answer(ExperimentQuery, { node: experiment }),
    answer(ExperimentProgressQuery, {
      node: {
        __typename: 'Experiment',
        id,
        isBaseline,
        runCount,
        errorRunCount,
        costSummary: { total: { cost: null }, unpricedSpanCount: 0 },
        annotationSummaries: [],
        job,
      },
    }),
    answer(RunsQuery, { node: { __typename: 'Experiment', id, runs: aConnection(runs) } }),
  ];
}

/** The example at a place of the dataset. */
export const anExample = (place: number) => ({
  id: `example-${place}`,
  externalId: `q-${place}`,
  revision: {
    input: { question: `What is the capital of country ${place}?` },
    output: { answer: `The capital is City ${place}.` },
    metadata: {},
  },
});

/** An evaluation of a run. */
export function anEvaluation(name: string, part: Partial<Evaluation> = {}): Evaluation {
  return {
    id: `evaluation-${name}`,
    name,
    annotatorKind: 'CODE',
    label: null,
    score: null,
    explanation: null,
    error: null,
    metadata: {},
    startTime: TIME,
    endTime: TIME,
    traceId: null,
    trace: null,
    ...part,
  };
}

/** A run on the example at a place, with its evaluations: in a list, in the panel or compared. */
export function aRun(
  place: number,
  part: Partial<RunDetail> = {},
  ...found: Evaluation[]
): RunDetail {
  return {
    __typename: 'ExperimentRun',
    id: `run-${place}`,
    repetitionNumber: 1,
    output: `The capital is City ${place}.`,
    error: null,
    latencyMs: 1000,
    traceId: null,
    trace: null,
    costSummary: NO_COSTS,
    costDetailSummaryEntries: [],
    experimentId: 'experiment-1',
    startTime: TIME,
    endTime: TIME,
    annotations: { edges: found.map((node) => ({ node })) },
    example: anExample(place),
    ...part,
  };
}

/** A run that failed. */
export const aFailedRun = (place: number) =>
  aRun(place, { output: null, error: 'TimeoutError: no answer' });

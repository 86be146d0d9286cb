import { Injectable } from '@nestjs/common';
import type { UnpricedSums } from '../../tracing/graphql/cost.type.js';
import type { Slice } from '../experiments.queries.js';
import { ExperimentsService } from '../experiments.service.js';
import {
  type ExperimentJobLogRow,
  type ExperimentJobRow,
  ExperimentJobsQueries,
} from './experiment-jobs.queries.js';

export type { ExperimentJobLogRow, ExperimentJobRow } from './experiment-jobs.queries.js';
export type { JobTask } from './job-task.js';

/** Type name in the global ID of a job. */
export const EXPERIMENT_JOB_TYPE = 'ExperimentJob';

/** The progress of a job. */
export interface JobProgress {
  successfulRuns: number;
  failedRuns: number;
  missingRuns: number;
  evaluations: number;
  failedEvaluations: number;
}

/** Finds experiments that the server runs, and says how far they are. */
@Injectable()
export class ExperimentJobsService {
  constructor(
    private readonly queries: ExperimentJobsQueries,
    private readonly experiments: ExperimentsService,
  ) {}

  /** Lists the same part of the jobs of each dataset, newest first. */
  async listByDataset(datasetIds: readonly number[], slice: Slice): Promise<ExperimentJobRow[][]> {
    const rows = await this.queries.slicesByDataset(datasetIds, slice);
    const byDataset = Map.groupBy(rows, ({ datasetId }) => datasetId);
    return datasetIds.map((id) => byDataset.get(id) ?? []);
  }

  async countByDataset(datasetIds: readonly number[]): Promise<number[]> {
    return inOrder(datasetIds, await this.queries.countsByDataset(datasetIds));
  }

  /** Lists the newest log entries of each job, newest first. */
  async listLogs(jobIds: readonly number[], slice: Slice): Promise<ExperimentJobLogRow[][]> {
    const byJob = Map.groupBy(await this.queries.listLogs(jobIds, slice), ({ jobId }) => jobId);
    return jobIds.map((id) => byJob.get(id) ?? []);
  }

  async countLogs(jobIds: readonly number[]): Promise<number[]> {
    return inOrder(jobIds, await this.queries.countLogs(jobIds));
  }

  /** Lists the models without a price that the runs of each experiment and their evaluations called. */
  async listUnpriced(experimentIds: readonly number[]): Promise<UnpricedSums[][]> {
    const rows = await this.queries.readUnpriced(experimentIds);
    const byExperiment = Map.groupBy(rows, ({ experimentId }) => experimentId);
    return experimentIds.map((id) => byExperiment.get(id) ?? []);
  }

  /** Returns the progress of experiments; null for those that no longer exist. */
  async readProgress(experimentIds: readonly number[]): Promise<(JobProgress | null)[]> {
    const experiments = await this.experiments.findByIds(experimentIds);
    const runs = await this.experiments.readRunFigures(experimentIds);
    const counts = await this.queries.countEvaluations(experimentIds);
    return experimentIds.map((id) => {
      const experiment = experiments.find((row) => row.id === id);
      if (!experiment) return null;
      const figures = runs.get(id);
      const { runCount = 0, failedRunCount: failedRuns = 0, plannedRunCount = 0 } = figures ?? {};
      const evaluations = counts.find(({ experimentId }) => experimentId === id);
      return {
        successfulRuns: runCount - failedRuns,
        failedRuns,
        missingRuns: experiment.exampleCount * experiment.repetitions - plannedRunCount,
        evaluations: evaluations?.count ?? 0,
        failedEvaluations: evaluations?.failedCount ?? 0,
      };
    });
  }
}

function inOrder(ids: readonly number[], rows: readonly { id: number; count: number }[]): number[] {
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}

import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { rowIdInPath } from '../../kernel/ids/global-id.js';
import { EvaluationsQueries } from '../evaluations/evaluations.queries.js';
import type { EvaluationRow } from '../evaluations/experiment-run-annotation.entity.js';
import { ExperimentsService } from '../experiments.service.js';
import {
  type DownloadedRun,
  DownloadsQueries,
  type RunPlace,
  type RunSketch,
} from './downloads.queries.js';

/** A run with its evaluations by name. */
export interface EvaluatedRun {
  run: DownloadedRun;
  evaluations: EvaluationRow[];
}

/** The runs of an experiment for a download, by example and repetition. */
export interface ExperimentDownload {
  /** Name of the experiment. */
  name: string;
  runs(): AsyncIterable<EvaluatedRun[]>;
  /** The facts that determine the columns of a table. */
  sketches(): AsyncIterable<RunSketch[]>;
  /** Names of all evaluations, sorted. */
  evaluationNames(): Promise<string[]>;
}

const START: RunPlace = { exampleId: 0, repetitionNumber: 0 };

/** Opens experiments for download. */
@Injectable()
export class DownloadsService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly evaluations: EvaluationsQueries,
    private readonly queries: DownloadsQueries,
  ) {}

  /**
   * Opens the runs of an experiment, each with its example at the experiment's version. Skips runs
   * whose examples are deleted at that version.
   * @throws UnprocessableError for a text that is not the ID of an experiment, NotFoundError if the
   * experiment does not exist or has no runs.
   */
  async open(experimentGlobalId: string): Promise<ExperimentDownload> {
    const experiment = await this.experiments.get(rowIdInPath(experimentGlobalId, 'Experiment'));
    const [first] = await this.queries.readSketches(experiment, START);
    if (!first) throw new NotFoundError(`Experiment ${experimentGlobalId} has no runs.`);
    return {
      name: experiment.name,
      runs: () => this.evaluated(batches((after) => this.queries.readRuns(experiment, after))),
      sketches: () => batches((after) => this.queries.readSketches(experiment, after)),
      evaluationNames: () => this.queries.readEvaluationNames(experiment.id),
    };
  }

  private async *evaluated(
    runs: AsyncIterable<DownloadedRun[]>,
  ): AsyncGenerator<EvaluatedRun[], void> {
    for await (const batch of runs) {
      const rows = await this.evaluations.listByRun(batch.map(({ id }) => id));
      const byRun = Map.groupBy(rows, ({ runId }) => runId);
      yield batch.map((run) => ({ run, evaluations: byRun.get(run.id) ?? [] }));
    }
  }
}

async function* batches<R extends RunPlace>(
  read: (after: RunPlace) => Promise<R[]>,
): AsyncGenerator<R[], void> {
  let batch = await read(START);
  while (batch.length > 0) {
    yield batch;
    batch = await read(batch.at(-1)!);
  }
}

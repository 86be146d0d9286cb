import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import { DatasetsService } from '../datasets/datasets.service.js';
import { JobQueueService } from '../job-queue/job-queue.service.js';
import { ProjectDeletionsService } from '../projects/project-deletions.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ExperimentChangesQueries } from './experiment-changes.queries.js';
import type { ExperimentRow } from './experiment.entity.js';

/**
 * How long a request waits while projects are deleted. Deleting large ones continues in the
 * background.
 */
const PATIENCE_MS = 2000;
const LOOK_EVERY_MS = 20;

const SWEEP_QUEUE = 'ephemeral-experiments';
const SWEEP_EVERY_SECONDS = 3600;

/** Maximum number of ephemeral experiments per transaction. */
const SWEEP_BATCH = 100;

/**
 * Deletes experiments and the traces of their runs, on request or, for ephemeral ones, when they
 * have not been edited for a day. Any server may do the latter.
 */
@Injectable()
export class ExperimentDeletionService {
  private readonly logger = new Logger(ExperimentDeletionService.name);

  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ExperimentChangesQueries,
    private readonly projects: ProjectsService,
    private readonly projectDeletions: ProjectDeletionsService,
    private readonly jobs: JobQueueService,
    datasets: DatasetsService,
  ) {
    datasets.registerStop(async (id) => this.stopJobs(await this.queries.findBusy(id)));
    jobs.registerHandler(SWEEP_QUEUE, (signal) => this.sweep(signal));
  }

  /**
   * Deletes experiments with their runs, evaluations and tags. Skips those that no longer exist.
   * @param withProjects whether to delete the traces of their runs, too. If that takes long, it
   * continues in the background.
   */
  async delete(
    experiments: readonly ExperimentRow[],
    { withProjects }: { withProjects: boolean },
  ): Promise<void> {
    const names = withProjects ? projectsOf(experiments) : [];
    await this.stopJobs(experiments.map(({ id }) => id));
    await this.database.inTransaction((tx) => this.remove(tx, experiments, names));
    if (names.length === 0) return;
    this.projectDeletions.begin();
    await this.waitUntilGone(names);
  }

  /** Otherwise, a server that runs one of them would create its project again. */
  private async stopJobs(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.queries.stopJobs(ids);
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline && (await this.queries.areJobsBusy(ids))) {
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    let total = 0;
    let deleted = SWEEP_BATCH;
    while (deleted === SWEEP_BATCH && !signal.aborted) {
      deleted = await this.deleteExpired();
      total += deleted;
    }
    if (total > 0) this.logger.log(`deleted ${total} ephemeral experiments`);
    await this.jobs.sendLater(SWEEP_QUEUE, SWEEP_EVERY_SECONDS);
  }

  /** @returns how many were deleted. If it is `SWEEP_BATCH`, there may be more. */
  private async deleteExpired(): Promise<number> {
    const expired = await this.database.inTransaction(async (tx) => {
      const rows = await this.queries.holdExpired(tx, SWEEP_BATCH);
      await this.remove(tx, rows, projectsOf(rows));
      return rows;
    });
    if (expired.length > 0) this.projectDeletions.begin();
    return expired.length;
  }

  private async remove(
    tx: EntityManager,
    experiments: readonly { id: number }[],
    projectNames: readonly string[],
  ): Promise<void> {
    const ids = experiments.map(({ id }) => id);
    await this.queries.remove(tx, ids);
    await this.projectDeletions.deleteLater(projectNames, tx);
  }

  private async waitUntilGone(names: readonly string[]): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    const isDone = async () => (await this.projects.findByNames(names)).length === 0;
    while (performance.now() < deadline && !(await isDone())) await sleep(LOOK_EVERY_MS);
  }
}

function projectsOf(experiments: readonly { projectName: string | null }[]): string[] {
  return experiments.map(({ projectName }) => projectName).filter((name) => name !== null);
}

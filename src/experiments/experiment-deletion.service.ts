import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inRetriedTransaction } from '../database/retried-transaction.js';
import { ProjectDeletionsService } from '../projects/deletions/project-deletions.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ExperimentChangesQueries } from './experiment-changes.queries.js';
import type { ExperimentRow } from './experiment.entity.js';

/** How long a request waits for small projects to be gone. Large ones go when there is time. */
const PATIENCE_MS = 2000;
const LOOK_EVERY_MS = 20;

/** Deletes experiments and the traces of their runs. */
@Injectable()
export class ExperimentDeletionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: ExperimentChangesQueries,
    private readonly projects: ProjectsService,
    private readonly projectDeletions: ProjectDeletionsService,
  ) {}

  /**
   * Deletes experiments with their runs, evaluations and tags. Those that are gone are passed over.
   * @param withProjects whether the traces of their runs go, too. That is done in any case, but not
   * waited for when it takes long.
   */
  async delete(
    experiments: readonly ExperimentRow[],
    { withProjects }: { withProjects: boolean },
  ): Promise<void> {
    const names = withProjects ? projectsOf(experiments) : [];
    await inRetriedTransaction(this.dataSource, (tx) => this.remove(tx, experiments, names));
    if (names.length === 0) return;
    this.projectDeletions.begin();
    await this.untilGone(names);
  }

  /**
   * Deletes ephemeral experiments that nobody has edited for a day, with the traces of their runs.
   * @returns how many: no more than `limit`, which means that there may be others.
   */
  async deleteExpired(limit: number): Promise<number> {
    const expired = await inRetriedTransaction(this.dataSource, async (tx) => {
      const rows = await this.queries.holdExpired(tx, limit);
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

  private async untilGone(names: readonly string[]): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    const isDone = async () => (await this.projects.findByNames(names)).length === 0;
    while (performance.now() < deadline && !(await isDone())) await sleep(LOOK_EVERY_MS);
  }
}

function projectsOf(experiments: readonly { projectName: string | null }[]): string[] {
  return experiments.map(({ projectName }) => projectName).filter((name) => name !== null);
}

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { JobsService } from '../jobs/jobs.service.js';
import { ProjectsService } from './projects.service.js';
import { ProjectsQueries } from './projects.queries.js';

/** Name of the queue. A job says no more than that something is marked for deletion. */
const QUEUE = 'project-deletions';

/** Deletes projects in the background: they may be large, and nobody waits for them. */
@Injectable()
export class ProjectDeletionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly queries: ProjectsQueries,
    private readonly jobs: JobsService,
  ) {
    jobs.work(QUEUE, (signal) => this.deleteMarked(signal));
  }

  /**
   * Has projects deleted once the transaction is committed, even if this server stops. Skips unknown
   * names. Call `begin` after the commit: then the job need not wait to be found.
   */
  async deleteLater(names: readonly string[], tx: EntityManager): Promise<void> {
    if (names.length === 0) return;
    await this.queries.markForDeletion(tx, names);
    await this.jobs.send(QUEUE, {
      query: async (text, values) => ({ rows: await tx.query(text, values) }),
    });
  }

  /** Starts the deletions that were asked for at once, on this server. */
  begin(): void {
    this.jobs.wake(QUEUE);
  }

  /** A project that cannot be deleted now is tried again with the job, and holds up no other. */
  private async deleteMarked(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const findNext = (id: number) => this.queries.findMarkedAfter(this.dataSource.manager, id);
    for (let id = await findNext(0); id !== null && !signal.aborted; id = await findNext(id)) {
      try {
        const project = await this.projects.findById(id);
        if (project) await this.projects.delete(project);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Projects could not be deleted.');
  }
}

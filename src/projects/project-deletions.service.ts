import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import { JobQueueService } from '../job-queue/job-queue.service.js';
import { ProjectsService } from './projects.service.js';
import { ProjectsQueries } from './projects.queries.js';

/** Name of the queue. A job only signals that something is marked for deletion. */
const QUEUE = 'project-deletions';

/** Deletes projects in the background, because they may be large. */
@Injectable()
export class ProjectDeletionsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
    private readonly queries: ProjectsQueries,
    private readonly jobs: JobQueueService,
  ) {
    jobs.registerHandler(QUEUE, (signal) => this.deleteMarked(signal));
  }

  /**
   * Marks projects for deletion as part of a transaction, so that they are deleted even if this
   * server stops. Skips unknown names. Call `begin` after the commit to start without waiting for
   * the next poll.
   */
  async deleteLater(names: readonly string[], tx: EntityManager): Promise<void> {
    if (names.length === 0) return;
    await this.queries.markForDeletion(tx, names);
    await this.jobs.send(QUEUE, {
      query: async (text, values) => ({ rows: await tx.query(text, values) }),
    });
  }

  /** Starts the requested deletions on this server. */
  begin(): void {
    this.jobs.wake(QUEUE);
  }

  /** If a project cannot be deleted now, the job retries it without blocking others. */
  private async deleteMarked(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const findNext = (id: number) => this.queries.findMarkedAfter(this.database.manager, id);
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

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { JobsService } from '../../jobs/jobs.service.js';
import { ProjectsService } from '../projects.service.js';
import { nextDeletion, noteDeletions } from './project-deletions.queries.js';

/** Name of the queue; its jobs say no more than that there is something to delete. */
const QUEUE = 'project-deletions';

/** Deletes projects that nobody waits for: they may be large. */
@Injectable()
export class ProjectDeletionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly jobs: JobsService,
  ) {
    jobs.work(QUEUE, (signal) => this.deleteNoted(signal));
  }

  /**
   * Has projects deleted, whatever happens to this server, once the transaction is committed.
   * Unknown names are passed over. Call `begin` then, so that nobody has to look for the job.
   */
  async deleteLater(names: readonly string[], tx: EntityManager): Promise<void> {
    if (names.length === 0) return;
    await noteDeletions(tx, names);
    await this.jobs.send(QUEUE, {
      query: async (text, values) => ({ rows: await tx.query(text, values) }),
    });
  }

  /** Begins at once, on this server, with what was asked for. */
  begin(): void {
    this.jobs.wake(QUEUE);
  }

  /** One that cannot be deleted now is tried again with the job, and holds up no other. */
  private async deleteNoted(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const next = (id: number): Promise<number | null> => nextDeletion(this.dataSource.manager, id);
    for (let id = await next(0); id !== null && !signal.aborted; id = await next(id)) {
      try {
        const project = await this.projects.findById(id);
        if (project) await this.projects.delete(project);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'projects could not be deleted');
  }
}

import { Injectable } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { ProjectsService } from '../../projects/projects.service.js';
import {
  listSessionKeys,
  moveToSessions,
  shrinkSessions,
} from '../changes/session-changes.queries.js';
import {
  deleteTraces,
  type LockedTrace,
  lockTraces,
  moveTraces,
} from '../changes/tracing-changes.queries.js';
import { TracesService } from './traces.service.js';

/** Moves and deletes traces, for REST and GraphQL. */
@Injectable()
export class TraceChangesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
    private readonly traces: TracesService,
  ) {}

  /**
   * Moves traces with their spans. Spans that arrive later follow their trace. Identifiers may
   * repeat. There they belong to the sessions with the same IDs. With `sessions: 'follow'`, a session
   * moves with its traces if all of them move. Over REST, sessions stay in their project, even without
   * traces, because clients rely on that.
   * @throws NotFoundError if the project or a trace does not exist, UnprocessableError if the
   * traces belong to different projects. Then nothing is moved.
   */
  async transfer(
    identifiers: readonly string[],
    projectIdentifier: string,
    { sessions }: { sessions: 'stay' | 'follow' },
  ): Promise<{ count: number; projectId: number }> {
    const project = await this.projects.resolve(projectIdentifier);
    const traceIds = await this.traces.resolveTraceIds(identifiers);
    try {
      await this.database.inTransaction(async (tx) => {
        const traces = await lockTracesOfOneProject(tx, traceIds);
        // What is being dropped would leave a part of itself there.
        if (traces.some(({ isDropped }) => isDropped)) throw missingTraces();
        await moveTraces(tx, traceIds, project.id);
        await moveToSessions(tx, traces, project.id, { sessions });
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      // The project was deleted after it was looked up.
      throw new NotFoundError(`Project "${projectIdentifier}" not found.`);
    }
    return { count: traceIds.length, projectId: project.id };
  }

  /**
   * Deletes traces with their spans. With `emptySessions: 'delete'`, also deletes sessions that
   * become empty, and shortens the others to their remaining traces.
   * @throws NotFoundError if one does not exist, UnprocessableError if they belong to different
   * projects. Then nothing is deleted.
   */
  async delete(
    identifiers: readonly string[],
    { emptySessions }: { emptySessions: 'stay' | 'delete' },
  ): Promise<void> {
    const traceIds = await this.traces.resolveTraceIds(identifiers);
    await this.database.inTransaction(async (tx) => {
      const traces = await lockTracesOfOneProject(tx, traceIds);
      await deleteTraces(tx, traceIds);
      if (emptySessions === 'delete') await shrinkSessions(tx, listSessionKeys(traces));
    });
  }
}

function missingTraces(): NotFoundError {
  return new NotFoundError('One of the traces does not exist.');
}

async function lockTracesOfOneProject(
  tx: Transaction,
  traceIds: readonly string[],
): Promise<LockedTrace[]> {
  const traces = await lockTraces(tx, traceIds);
  if (traces.length < traceIds.length) {
    throw missingTraces();
  }
  if (new Set(traces.map((trace) => trace.projectId)).size > 1) {
    throw new UnprocessableError('All traces must belong to the same project.');
  }
  return traces;
}

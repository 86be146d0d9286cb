import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError, NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { isForeignKeyViolation } from '../../database/db-errors.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { fitSessionTimes } from '../sessions/session-changes.queries.js';
import {
  lockTraces,
  moveTraces,
  moveWholeSessions,
  removeEmptySessions,
  removeTraces,
} from './trace-changes.queries.js';
import type { TraceEntity } from './trace.entity.js';
import { TracesService } from './traces.service.js';

/** Moves and deletes traces, for REST and GraphQL. */
@Injectable()
export class TraceChangesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly traces: TracesService,
  ) {}

  /**
   * Moves traces with their spans; spans that arrive later follow. Identifiers may repeat. With
   * `sessions: 'follow'` a session moves along when none of its traces stays behind. Over REST
   * sessions stay in the project they began in, because its clients rely on it.
   * @throws NotFoundError for an unknown project or trace, UnprocessableError when the traces are
   * not all of one project; nothing is moved then.
   */
  async transfer(
    identifiers: readonly string[],
    projectIdentifier: string,
    { sessions }: { sessions: 'stay' | 'follow' },
  ): Promise<{ count: number; projectId: number }> {
    const project = await this.projects.resolve(projectIdentifier);
    const traceIds = await this.traceIdsOf(identifiers);
    try {
      await inRetriedTransaction(this.dataSource, async (tx) => {
        const traces = assertOneProject(await lockTraces(tx, traceIds), traceIds.length);
        await moveTraces(tx, traceIds, project.id);
        if (sessions === 'follow') await moveWholeSessions(tx, sessionIdsOf(traces), project.id);
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      // Somebody deleted the project after it was looked up.
      throw new NotFoundError(`Project ${projectIdentifier} not found`);
    }
    return { count: traceIds.length, projectId: project.id };
  }

  /**
   * Deletes traces with their spans; with `emptySessions: 'delete'` also the sessions that are left
   * without a trace, and the others shrink to the traces they keep.
   * @throws NotFoundError when one is missing, UnprocessableError when they are not all of one
   * project; nothing is deleted then.
   */
  async delete(
    identifiers: readonly string[],
    { emptySessions }: { emptySessions: 'stay' | 'delete' },
  ): Promise<void> {
    const traceIds = await this.traceIdsOf(identifiers);
    await inRetriedTransaction(this.dataSource, async (tx) => {
      const traces = assertOneProject(await lockTraces(tx, traceIds), traceIds.length);
      await removeTraces(tx, traceIds);
      if (emptySessions === 'stay') return;
      await removeEmptySessions(tx, sessionIdsOf(traces));
      await fitSessionTimes(tx, sessionIdsOf(traces));
    });
  }

  private async traceIdsOf(identifiers: readonly string[]): Promise<string[]> {
    if (identifiers.length === 0) {
      throw new DomainError('BAD_USER_INPUT', 'At least one trace must be named');
    }
    const traces = await this.traces.resolveAll(identifiers);
    return traces.map((trace) => trace.traceId);
  }
}

function assertOneProject(traces: TraceEntity[], expected: number): TraceEntity[] {
  if (traces.length < expected) throw new NotFoundError('A trace was deleted meanwhile: not found');
  if (new Set(traces.map((trace) => trace.projectId)).size > 1) {
    throw new UnprocessableError('All traces must belong to the same project');
  }
  return traces;
}

function sessionIdsOf(traces: readonly TraceEntity[]): string[] {
  const ids = traces.map((trace) => trace.sessionId).filter((id) => id !== null);
  return [...new Set(ids)];
}

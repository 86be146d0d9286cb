import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { type ProjectContents, ProjectsService } from '../../projects/projects.service.js';
import { lockOldTraces, newestTraceId, type OldTraces } from './project-contents.queries.js';
import { fitSessionTimes, handOverSessions } from '../sessions/session-changes.queries.js';
import { removeEmptySessions, removeTraces } from '../traces/trace-changes.queries.js';

/** Traces that are deleted in one transaction: enough to be quick, few enough to hold up nobody. */
const BATCH = 1000;

/** Removes the traces, spans and sessions of whole projects. */
@Injectable()
export class ProjectContentsService implements ProjectContents, OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
  ) {}

  onModuleInit(): void {
    this.projects.addContents(this);
  }

  /**
   * Deletes the traces of a project that began before a time, or all that are there now, with their
   * spans; sessions that are left empty go, the others shrink to the traces they keep.
   * @param projectIdentifier global id.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when there is none.
   */
  async clear(projectIdentifier: string, before: string | null): Promise<void> {
    const project = await this.projects.getByGlobalId(projectIdentifier);
    await this.removeTraces(project.id, before);
  }

  empty(projectId: number): Promise<void> {
    return this.removeTraces(projectId, null);
  }

  async removeRest(projectId: number, tx: EntityManager): Promise<void> {
    // Others may still take traces away, so a short batch does not mean that it was the last one.
    for (
      let newestId = await newestTraceId(tx, projectId);
      newestId !== null;
      newestId = await newestTraceId(tx, projectId)
    ) {
      await removeBatch(tx, { projectId, before: null, newestId });
    }
    await handOverSessions(tx, projectId);
  }

  private async removeTraces(projectId: number, before: string | null): Promise<void> {
    const newestId = await newestTraceId(this.dataSource.manager, projectId);
    if (newestId === null) return;
    const old = { projectId, before, newestId };
    const nextBatch = () => inRetriedTransaction(this.dataSource, (tx) => removeBatch(tx, old));
    while ((await nextBatch()) > 0);
  }
}

/** Answers how many traces went. */
async function removeBatch(tx: EntityManager, old: OldTraces): Promise<number> {
  const traces = await lockOldTraces(tx, old, BATCH);
  if (traces.length === 0) return 0;
  const sessionIds = new Set(traces.map((trace) => trace.sessionId).filter((id) => id !== null));
  await removeTraces(
    tx,
    traces.map((trace) => trace.traceId),
  );
  await removeEmptySessions(tx, [...sessionIds]);
  await fitSessionTimes(tx, [...sessionIds]);
  return traces.length;
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { type ProjectContents, ProjectsService } from '../../projects/projects.service.js';
import { listSessionKeys, shrinkSessions } from '../changes/session-changes.queries.js';
import { deleteTraces } from '../changes/tracing-changes.queries.js';
import { forgetDropped } from '../figures/rollups/dropped-figures.queries.js';
import {
  deleteOldErrors,
  deleteOldLogs,
  deletePoints,
  findLastChange,
  findNewestLogId,
  findNewestTraceId,
  forgetRequests,
  lockOldTraces,
  type OldTraces,
} from './project-contents.queries.js';

/**
 * Number of traces to delete per transaction: enough to be quick, but few enough not to block
 * others for long.
 */
const BATCH_SIZE = 1000;

/** Deletes the traces, spans and sessions of whole projects. */
@Injectable()
export class ProjectContentsService implements ProjectContents, OnModuleInit {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
  ) {}

  onModuleInit(): void {
    this.projects.addContents(this);
  }

  /**
   * Finds when any project was last edited or a span was last stored; null if there is no project.
   */
  findLastChange(): Promise<string | null> {
    return findLastChange(this.database.manager);
  }

  /**
   * Deletes the traces of a project that began before a time, or all that exist now, with their
   * spans, the log records until then, and what could not be stored until then. Deletes sessions that become empty, and shortens
   * the others to their remaining traces.
   * @param projectIdentifier global ID.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError if the project does not
   * exist.
   */
  async clear(projectIdentifier: string, before: string | null): Promise<void> {
    const project = await this.projects.getByGlobalId(projectIdentifier);
    await this.deleteOldTraces(project.id, { from: null, before });
    await deleteOldErrors(this.database.manager, project.id, before);
  }

  /**
   * Deletes the traces of a project that began from one time (inclusive) to another (exclusive) and
   * exist now, with their spans. Deletes sessions that become empty, and shortens the others.
   * @param projectIdentifier global ID or name.
   * @throws NotFoundError if the project does not exist.
   */
  async deleteRange(projectIdentifier: string, from: string, before: string): Promise<void> {
    const project = await this.projects.resolve(projectIdentifier);
    await this.deleteOldTraces(project.id, { from, before });
  }

  empty(projectId: number): Promise<void> {
    return this.deleteOldTraces(projectId, { from: null, before: null });
  }

  async removeRest(projectId: number, tx: Transaction): Promise<void> {
    // Traces may also be deleted elsewhere, so a short batch may not be the last one.
    for (
      let newestId = await findNewestTraceId(tx, projectId);
      newestId !== null;
      newestId = await findNewestTraceId(tx, projectId)
    ) {
      await deleteBatch(tx, { projectId, from: null, before: null, newestId });
    }
    for (
      let newestId = await findNewestLogId(tx, projectId);
      newestId !== null;
      newestId = await findNewestLogId(tx, projectId)
    ) {
      await deleteOldLogs(tx, { projectId, from: null, before: null, newestId }, BATCH_SIZE);
    }
    await deletePoints(tx, { projectId, from: null, before: null });
    await forgetDropped(tx, projectId, { from: null, before: null });
  }

  private async deleteOldTraces(
    projectId: number,
    range: Pick<OldTraces, 'from' | 'before'>,
  ): Promise<void> {
    await this.database.inTransaction((tx) => forgetDropped(tx, projectId, range));
    await this.deleteLogsAndPoints(projectId, range);
    const newestId = await findNewestTraceId(this.database.manager, projectId);
    if (newestId === null) return;
    const old = { projectId, ...range, newestId };
    const deleteNext = () => this.database.inTransaction((tx) => deleteBatch(tx, old));
    while ((await deleteNext()) > 0);
  }

  private async deleteLogsAndPoints(
    projectId: number,
    range: Pick<OldTraces, 'from' | 'before'>,
  ): Promise<void> {
    await deletePoints(this.database.manager, { projectId, ...range });
    await forgetRequests(this.database.manager, projectId);
    const newestId = await findNewestLogId(this.database.manager, projectId);
    if (newestId === null) return;
    const deleteNext = () =>
      this.database.inTransaction((tx) =>
        deleteOldLogs(tx, { projectId, ...range, newestId }, BATCH_SIZE),
      );
    while ((await deleteNext()) > 0);
  }
}

/** @returns how many traces it deleted. */
async function deleteBatch(tx: Transaction, old: OldTraces): Promise<number> {
  const traces = await lockOldTraces(tx, old, BATCH_SIZE);
  if (traces.length === 0) return 0;
  await deleteTraces(
    tx,
    traces.map((trace) => trace.traceId),
  );
  await shrinkSessions(tx, listSessionKeys(traces));
  return traces.length;
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type ErrorReason,
  type IngestionErrorRow,
  IngestionErrorsQueries,
  type NewIngestionError,
} from './ingestion-errors.queries.js';

export type { ErrorReason, IngestionErrorRow } from './ingestion-errors.queries.js';

/** Type name in the global ID of an ingestion error. */
export const INGESTION_ERROR_TYPE = 'IngestionError';

export interface IngestionErrorPage {
  /** Row ID of the newest error that can be on the page; null for the first page. */
  newestId: number | null;
  limit: number;
  /** Lists only errors with this reason, unless it is null. */
  reason: string | null;
}

/**
 * Lists the spans and annotations that could not be stored. A project keeps a limited number of the newest.
 */
@Injectable()
export class IngestionErrorsService {
  constructor(private readonly queries: IngestionErrorsQueries) {}

  /**
   * Lists a page of each project's errors: `limit` rows, and one more if there is a next page. The
   * rows of a project are consecutive, newest first.
   */
  list(
    projectIds: readonly number[],
    { newestId, limit, reason }: IngestionErrorPage,
  ): Promise<IngestionErrorRow[]> {
    return this.queries.list(projectIds, newestId, limit + 1, reason);
  }

  /** Counts the stored errors of each project. Skips projects without errors. */
  count(projectIds: readonly number[]): Promise<{ projectId: number; count: number }[]> {
    return this.queries.count(projectIds);
  }

  /** Counts the errors of each project by reason, the most frequent first. */
  async listReasons(projectIds: readonly number[]): Promise<ErrorReason[][]> {
    const rows = await this.queries.listReasons(projectIds);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /** Records errors of features other than the ingestion of spans, as part of a transaction. */
  async record(tx: EntityManager, errors: readonly NewIngestionError[]): Promise<void> {
    if (errors.length > 0) await this.queries.insert(tx, errors);
  }

  /** Deletes errors that are older than a number of days, with what is kept of them. */
  deleteOld(projectId: number, days: number): Promise<void> {
    return this.queries.deleteOld(projectId, days);
  }

  findByRowId(id: number): Promise<IngestionErrorRow | null> {
    return this.queries.findByRowId(id);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { IngestionErrorEntity } from './ingestion-error.entity.js';
import { IngestionErrorsQueries, type NewIngestionError } from './ingestion-errors.queries.js';

/** Type name in the global ID of an ingestion error. */
export const INGESTION_ERROR_TYPE = 'IngestionError';

export interface IngestionErrorPage {
  /** Row ID of the newest error that can be on the page; null for the first page. */
  newestId: number | null;
  limit: number;
}

/**
 * Lists the spans and annotations that could not be stored. A project keeps its newest thousand.
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
    { newestId, limit }: IngestionErrorPage,
  ): Promise<IngestionErrorEntity[]> {
    return this.queries.list(projectIds, newestId, limit + 1);
  }

  /** Counts the stored errors of each project. Skips projects without errors. */
  count(projectIds: readonly number[]): Promise<{ projectId: number; count: number }[]> {
    return this.queries.count(projectIds);
  }

  /** Records errors of features other than the ingestion of spans, as part of a transaction. */
  async record(tx: EntityManager, errors: readonly NewIngestionError[]): Promise<void> {
    if (errors.length > 0) await this.queries.insert(tx, errors);
  }

  findByRowId(id: number): Promise<IngestionErrorEntity | null> {
    return this.queries.findByRowId(id);
  }
}

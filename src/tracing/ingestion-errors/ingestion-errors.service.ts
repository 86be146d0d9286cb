import { Injectable } from '@nestjs/common';
import type { IngestionErrorEntity } from './ingestion-error.entity.js';
import { IngestionErrorsQueries } from './ingestion-errors.queries.js';

/** Type name in the global id of an ingestion error. */
export const INGESTION_ERROR_TYPE = 'IngestionError';

export interface IngestionErrorPage {
  /** Row id of the newest error that may be on the page; null for the first page. */
  newestId: number | null;
  limit: number;
}

/** Lists the spans that could not be stored. The newest thousand of a project are kept. */
@Injectable()
export class IngestionErrorsService {
  constructor(private readonly queries: IngestionErrorsQueries) {}

  /**
   * A page of each project's errors: `limit` rows and, when another page follows, one more. The rows
   * of a project stand together, newest first.
   */
  list(
    projectIds: readonly number[],
    { newestId, limit }: IngestionErrorPage,
  ): Promise<IngestionErrorEntity[]> {
    return this.queries.list(projectIds, newestId, limit + 1);
  }

  /** How many errors are kept of each project. Projects without errors are left out. */
  count(projectIds: readonly number[]): Promise<{ projectId: number; count: number }[]> {
    return this.queries.count(projectIds);
  }

  findByRowId(id: number): Promise<IngestionErrorEntity | null> {
    return this.queries.findByRowId(id);
  }
}

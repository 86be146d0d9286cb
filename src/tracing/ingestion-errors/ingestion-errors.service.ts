import { Injectable } from '@nestjs/common';
import { parseCursor, toGlobalId } from '../../common/ids/global-id.js';
import { ProjectsService } from '../../projects/projects.service.js';
import type { ListIngestionErrorsDto } from './rest/list-ingestion-errors.query.js';
import type { IngestionErrorEntity } from './ingestion-error.entity.js';
import { IngestionErrorsQueries } from './ingestion-errors.queries.js';

const DEFAULT_LIMIT = 100;

/** Reads which spans could not be stored, and why. The newest thousand of a project are kept. */
@Injectable()
export class IngestionErrorsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly errors: IngestionErrorsQueries,
  ) {}

  /**
   * The errors of a project, newest first.
   * @throws NotFoundError for an unknown project, UnprocessableError for a bad cursor.
   */
  async list(
    projectIdentifier: string,
    query: ListIngestionErrorsDto,
  ): Promise<{ rows: IngestionErrorEntity[]; nextCursor: string | null }> {
    const project = await this.projects.resolve(projectIdentifier);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const from = parseCursor(query.cursor);
    const rows = await this.errors.newest([project.id], from, limit + 1);
    const next = rows[limit];
    return {
      rows: rows.slice(0, limit),
      nextCursor: next ? toGlobalId('IngestionError', next.id) : null,
    };
  }

  findByRowId(id: number): Promise<IngestionErrorEntity | null> {
    return this.errors.findByRowId(id);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Identity } from '../kernel/access/access.js';
import { chooseScope, ProjectAccessReader, findRoleIn } from '../kernel/access/project-access.js';
import { NotFoundError, UnprocessableError } from '../kernel/errors/errors.js';
import { Masks } from '../masking/masks.contract.js';
import { findRowId } from '../kernel/ids/global-id.js';
import type { CreatedSpan } from '../spans/created-span.js';
import { convertCreatedSpans } from './decode/created-span.js';
import { isProjectNameTooLong } from './decode/limits.js';
import { INGEST_POOL } from './store/ingest-pool.js';
import { Ingestion } from './ingestion.js';
import { findProjectName } from './store/project-names.js';
import type { RejectedSpan, SpanRecord } from './decode/span-record.js';
import { findStoredAnywhere } from './store/stored-spans.js';

/** The reasons why the spans of a request are not stored. */
export interface RefusedSpans {
  /** How many spans of the request were stored nevertheless. */
  stored: number;
  /** Spans that are already stored. */
  duplicates: SpanRecord[];
  invalid: RejectedSpan[];
}

/**
 * Creates spans sent over REST: either all spans of a request or, if one of them is invalid, none.
 */
@Injectable()
export class CreateSpansService {
  constructor(
    @Inject(INGEST_POOL) private readonly pool: pg.Pool,
    private readonly ingestion: Ingestion,
    private readonly masks: Masks,
    private readonly access: ProjectAccessReader,
  ) {}

  /**
   * Stores the spans. They are visible once it resolves.
   * @returns null, or why they were not stored.
   * @throws NotFoundError for the global ID of an unknown project. A project name need not exist
   * yet.
   */
  async create(
    identifier: string,
    spans: CreatedSpan[],
    caller: Identity,
  ): Promise<RefusedSpans | null> {
    const projectName = await this.projectName(identifier, caller);
    if (spans.length === 0) return null;
    const converted = convertCreatedSpans(spans, projectName, this.masks.of);
    const duplicates = await this.findDuplicates(converted.spans, caller);
    if (duplicates.length > 0 || converted.rejected.length > 0) {
      return { stored: 0, duplicates, invalid: converted.rejected };
    }
    const encoded = await this.ingestion.refuseForeign(caller, this.ingestion.encode(converted));
    if (encoded.rejected.length > 0) {
      return { stored: 0, duplicates: [], invalid: encoded.rejected };
    }
    const invalid = await this.ingestion.store(encoded);
    return invalid.length > 0
      ? { stored: spans.length - invalid.length, duplicates: [], invalid }
      : null;
  }

  private async projectName(identifier: string, caller: Identity): Promise<string> {
    const rowId = findRowId(identifier, 'Project');
    if (rowId !== null) {
      const access = await this.access.read(caller);
      const isVisible = findRoleIn(access, caller.role, rowId) !== null;
      const name = isVisible ? await findProjectName(this.pool, rowId) : null;
      if (name === null) throw new NotFoundError(`Project "${identifier}" not found.`);
      return name;
    }
    if (isProjectNameTooLong(identifier)) {
      throw new UnprocessableError('The project name is longer than 1024 bytes.');
    }
    return identifier;
  }

  /** Finds those that are stored where the caller can see them. Others need not have another ID. */
  private async findDuplicates(spans: SpanRecord[], caller: Identity): Promise<SpanRecord[]> {
    const { key, role } = caller;
    const scope = key?.project
      ? { hidden: [], only: [key.project.id], lastKnown: 0 }
      : chooseScope(await this.access.read(caller), role, 'VIEWER');
    const stored = await findStoredAnywhere(
      this.pool,
      spans.map((span) => span.spanId),
      scope,
    );
    return spans.filter((span) => stored.has(span.spanId));
  }
}

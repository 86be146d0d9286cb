import { Inject, Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { INGEST_POOL } from './ingest-pool.js';
import { lockProjects } from './project-names.js';
import type { RejectionLog } from './span-buffer.js';
import type { RejectedSpan } from './decode/span-record.js';

/** Prevents a sender of bad spans from making this the busiest table. */
const RECORDED_PER_FLUSH = 100;
const KEPT_PER_PROJECT = 1000;

const INSERT = `
  INSERT INTO ingestion_errors (project_id, reason, message, trace_id, span_id, span_name)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`;

/** Skips rows that another server is deleting, instead of waiting for them. */
const TRIM = `
  DELETE FROM ingestion_errors
  WHERE id IN (
    SELECT old.id FROM ingestion_errors AS old
    WHERE old.project_id = $1 AND old.id <= (
      SELECT newest.id FROM ingestion_errors AS newest
      WHERE newest.project_id = $1
      ORDER BY newest.id DESC
      OFFSET ${KEPT_PER_PROJECT} LIMIT 1
    )
    FOR UPDATE SKIP LOCKED
  )`;

type ShownRejection = RejectedSpan & { projectName: string };

/**
 * Records rejected spans and their reasons for the users of a project. Keeps the newest 1,000 per
 * project. Best effort: a failure here never affects other spans.
 */
@Injectable()
export class IngestionErrors implements RejectionLog {
  private readonly logger = new Logger('ingest');

  constructor(@Inject(INGEST_POOL) private readonly pool: pg.Pool) {}

  async record(rejected: readonly RejectedSpan[]): Promise<void> {
    const shown = rejected.filter((span): span is ShownRejection => span.projectName !== null);
    if (shown.length === 0) return;
    try {
      await this.insert(shown.slice(0, RECORDED_PER_FLUSH));
    } catch (error) {
      this.logger.error({ err: error, count: rejected.length }, 'rejected spans were not recorded');
    }
  }

  private async insert(rejected: readonly ShownRejection[]): Promise<void> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      const ids = await lockProjects(
        client,
        rejected.map((span) => span.projectName),
      );
      await client.query(INSERT, [
        rejected.map((span) => ids.get(span.projectName)),
        rejected.map((span) => span.reason),
        rejected.map((span) => span.message),
        rejected.map((span) => span.traceId),
        rejected.map((span) => span.spanId),
        rejected.map((span) => span.spanName),
      ]);
      for (const id of ids.values()) await client.query(TRIM, [id]);
      await client.query('COMMIT');
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }
}

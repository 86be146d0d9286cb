import { Inject, Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import type pg from 'pg';
import { Masks } from '../../masking/masks.contract.js';
import { deflate } from '../../spans/deflate.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import type { RejectedSpan } from '../decode/span-record.js';
import { INGEST_POOL } from '../store/ingest-pool.js';
import { lockProjects } from '../store/project-names.js';
import type { RejectionLog } from '../store/span-buffer.js';

/** Bounds of one statement: compressed spans, and errors. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ERRORS = 2_000;

/** The identity column is given first, so that the span can name its error. */
const INSERT = `
  WITH sent AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('ingestion_errors', 'id')) AS id, s.*
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                  $7::bytea[], $8::boolean[], $9::text[], $10::text[])
        AS s (project_id, reason, message, trace_id, span_id, span_name, content,
              accepts_any_id, masked_by, user_id)
  ), errors AS (
    INSERT INTO ingestion_errors (id, project_id, reason, message, trace_id, span_id, span_name)
    SELECT id, project_id, reason, message, trace_id, span_id, span_name FROM sent
  )
  INSERT INTO kept_spans (error_id, project_id, content, byte_size, accepts_any_id, masked_by,
                          user_id)
  SELECT id, project_id, content, octet_length(content), accepts_any_id, masked_by, user_id
    FROM sent WHERE content IS NOT NULL`;

/** Skips rows that another server is deleting, instead of waiting for them. */
const TRIM = `
  DELETE FROM ingestion_errors
  WHERE id IN (
    SELECT old.id FROM ingestion_errors AS old
    WHERE old.project_id = $1 AND old.id <= (
      SELECT newest.id FROM ingestion_errors AS newest
      WHERE newest.project_id = $1
      ORDER BY newest.id DESC
      OFFSET $2 LIMIT 1
    )
    FOR UPDATE SKIP LOCKED
  )`;

/** The errors stay, without what could be sent again. */
const TRIM_KEPT = `
  DELETE FROM kept_spans
  WHERE error_id IN (
    SELECT old.error_id FROM kept_spans AS old
    WHERE old.project_id = $1 AND old.error_id <= (
      SELECT max(error_id) FROM (
        SELECT error_id, sum(byte_size) OVER (ORDER BY error_id DESC) AS bytes
        FROM kept_spans WHERE project_id = $1
      ) AS newest
      WHERE newest.bytes > $2
    )
    FOR UPDATE SKIP LOCKED
  )`;

type ShownRejection = RejectedSpan & { projectName: string };

/** A rejected span, and what is kept of it, compressed. */
interface RecordedSpan {
  span: ShownRejection;
  content: Buffer | null;
}

/**
 * Records rejected spans and their reasons for the users of a project, with the spans themselves. Keeps
 * the newest per project. Best effort: a failure here never affects other spans.
 */
@Injectable()
export class IngestionErrors implements RejectionLog {
  private readonly logger = new Logger('ingest');
  /** Uses one connection, however many requests have rejected spans. */
  private readonly inTurn = pLimit(1);

  constructor(
    @Inject(INGEST_POOL) private readonly pool: pg.Pool,
    @Inject(ENV) private readonly env: Env,
    private readonly masks: Masks,
  ) {}

  record(rejected: readonly RejectedSpan[]): Promise<ReadonlySet<RejectedSpan>> {
    return this.inTurn(async () => {
      const kept = new Set<RejectedSpan>();
      try {
        for await (const part of compressParts(this.findShown(rejected))) {
          await this.insert(part);
          for (const { span, content } of part) if (content) kept.add(span);
        }
      } catch (error) {
        const count = rejected.length;
        this.logger.error({ err: error, count }, 'rejected spans were not recorded');
      }
      return kept;
    });
  }

  /** Those of a project. As many of each as it keeps: any others would be deleted at once. */
  private findShown(rejected: readonly RejectedSpan[]): ShownRejection[] {
    const counts = new Map<string, number>();
    return rejected.filter((span): span is ShownRejection => {
      if (span.projectName === null) return false;
      const count = (counts.get(span.projectName) ?? 0) + 1;
      counts.set(span.projectName, count);
      return count <= this.env.ingestionErrors.maxCount;
    });
  }

  private async insert(recorded: readonly RecordedSpan[]): Promise<void> {
    const spans = recorded.map(({ span }) => span);
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      const ids = await lockProjects(
        client,
        spans.map((span) => span.projectName),
      );
      await client.query(INSERT, [
        spans.map((span) => ids.get(span.projectName)),
        spans.map((span) => span.reason),
        spans.map((span) => span.message),
        spans.map((span) => span.traceId),
        spans.map((span) => span.spanId),
        spans.map((span) => span.spanName),
        recorded.map(({ content }) => content),
        spans.map((span) => span.kept?.acceptsAnyId ?? false),
        spans.map((span) => this.fingerprintOf(span)),
        spans.map((span) => span.kept?.userId ?? null),
      ]);
      const { maxCount, maxBytes } = this.env.ingestionErrors;
      for (const id of ids.values()) {
        await client.query(TRIM, [id, maxCount]);
        await client.query(TRIM_KEPT, [id, maxBytes]);
      }
      await client.query('COMMIT');
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  private fingerprintOf({ kept, projectName }: ShownRejection): string | null {
    if (kept?.maskedBy !== undefined) return kept.maskedBy;
    return this.masks.of(projectName)?.fingerprint ?? null;
  }
}

/** Compresses what is kept, and yields it in parts of a bounded size. */
async function* compressParts(
  rejected: readonly ShownRejection[],
): AsyncGenerator<RecordedSpan[], void, undefined> {
  let part: RecordedSpan[] = [];
  let bytes = 0;
  for (const span of rejected) {
    const content = span.kept && (await deflate(span.kept.content));
    part.push({ span, content });
    bytes += content?.length ?? 0;
    if (bytes < MAX_BYTES && part.length < MAX_ERRORS) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}

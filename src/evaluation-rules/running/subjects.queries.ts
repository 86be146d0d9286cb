import { runBoundedRead } from '../../database/bounded-read.js';
import type { DatabaseReader } from '../../database/database-reader.js';
import type { SqlWhere } from '../../kernel/sql/sql-where.js';
import { textBytesOf } from '../../spans/span-payload.js';
import { type SpanKey, SpanEntity } from '../../tracing/spans/span.entity.js';
import { unnestRows } from '../../database/columns.js';

/** Reads how much text spans have. The keys are the IDs of trace and span, with a space between them. */
export function readTextSizes(
  reader: DatabaseReader,
  spans: readonly SpanKey[],
): Promise<{ key: string; bytes: number }[]> {
  const { source, columns, parameters } = unnestRows(SpanEntity, ['traceId', 'spanId'], spans);
  return reader.query(
    `SELECT s.trace_id || ' ' || s.span_id AS key, ${textBytesOf('s')}::float8 AS bytes
       FROM ${source} AS k (${columns})
       JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`,
    parameters,
  );
}

/** Returns whether a table has rows that meet conditions. @throws BadRequestError if it takes too long. */
export async function isAnyThere(
  reader: DatabaseReader,
  table: string,
  where: SqlWhere,
  maxSeconds: number,
): Promise<boolean> {
  const sql = `SELECT 1 FROM ${table} ${where.toString()}`;
  const rows = await runBoundedRead(reader, sql, where.parameters, maxSeconds);
  return rows.length > 0;
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SpanRow, SpanSummary } from './span.entity.js';
import type { SqlWhere } from '../../common/sql/sql-where.js';

/** Hot columns only: a list never reads attributes, payload or events. */
export const SPAN_COLUMNS = `s.trace_id AS "traceId", s.span_id AS "spanId", s.id,
  s.project_id AS "projectId", s.parent_id AS "parentId", s.name, s.kind,
  s.status_code AS "statusCode", s.status_message AS "statusMessage",
  s.start_time AS "startTime", s.end_time AS "endTime",
  s.prompt_tokens AS "promptTokens", s.completion_tokens AS "completionTokens",
  s.model_name AS "modelName", s.provider, s.user_id AS "userId", s.session_id AS "sessionId",
  s.input_preview AS "inputPreview", s.input_mime_type AS "inputMimeType",
  s.output_preview AS "outputPreview", s.output_mime_type AS "outputMimeType"`;

/** The key of a span. */
export interface SpanKey {
  traceId: string;
  spanId: string;
}

/** One text for one key. JSON keeps ids apart that contain any character. */
export function spanKeyText({ traceId, spanId }: SpanKey): string {
  return JSON.stringify([traceId, spanId]);
}

/** The heavy columns of a span as JSON text, so that no number is lost on the way. */
export interface SpanContent extends SpanKey {
  attributes: string;
  payload: string | null;
  events: string | null;
}

const BY_KEYS = `FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
   JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`;

@Injectable()
export class SpansQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of spans, newest row first. */
  async newest(where: SqlWhere, limit: number): Promise<SpanRow[]> {
    return this.dataSource.query(
      `SELECT ${SPAN_COLUMNS} FROM spans s ${where.toString()} ORDER BY s.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Everything heavy of the named spans, in no particular order. */
  async contentOf(keys: readonly SpanKey[]): Promise<SpanContent[]> {
    return this.byKeys(
      `SELECT s.trace_id AS "traceId", s.span_id AS "spanId", s.attributes::text AS attributes,
              s.payload::text AS payload, s.events::text AS events`,
      keys,
    );
  }

  /** The spans of the traces, by start. */
  async ofTraces(traceIds: readonly string[]): Promise<SpanSummary[]> {
    return this.dataSource.query(
      `SELECT s.trace_id AS "traceId", s.span_id AS "spanId", s.id, s.parent_id AS "parentId",
              s.name, s.kind, s.status_code AS "statusCode",
              s.start_time AS "startTime", s.end_time AS "endTime"
         FROM spans s WHERE s.trace_id = ANY($1)
        ORDER BY s.start_time, s.id`,
      [traceIds],
    );
  }

  /** In no particular order; unknown keys are left out. */
  async findByKeys(keys: readonly SpanKey[]): Promise<SpanRow[]> {
    return this.byKeys(`SELECT ${SPAN_COLUMNS}`, keys);
  }

  async findByRowId(id: number): Promise<SpanRow | null> {
    const [row] = await this.dataSource.query<SpanRow[]>(
      `SELECT ${SPAN_COLUMNS} FROM spans s WHERE s.id = $1 LIMIT 1`,
      [id],
    );
    return row ?? null;
  }

  /** In no particular order; unknown ids are left out. */
  async findByRowIds(ids: readonly number[]): Promise<SpanRow[]> {
    return this.dataSource.query(`SELECT ${SPAN_COLUMNS} FROM spans s WHERE s.id = ANY($1)`, [ids]);
  }

  /** Ids are unique within a trace only; among several the span stored first is meant. */
  async findBySpanId(spanId: string): Promise<SpanRow | null> {
    const [row] = await this.dataSource.query<SpanRow[]>(
      `SELECT ${SPAN_COLUMNS} FROM spans s WHERE s.span_id = $1 ORDER BY s.id LIMIT 1`,
      [spanId],
    );
    return row ?? null;
  }

  /** Traces that hold a span of this id. */
  async traceIdsOf(spanId: string): Promise<string[]> {
    const rows = await this.dataSource.query<SpanKey[]>(
      'SELECT trace_id AS "traceId" FROM spans WHERE span_id = $1',
      [spanId],
    );
    return rows.map((row) => row.traceId);
  }

  private async byKeys<Row>(select: string, keys: readonly SpanKey[]): Promise<Row[]> {
    return this.dataSource.query(`${select} ${BY_KEYS}`, [
      keys.map((key) => key.traceId),
      keys.map((key) => key.spanId),
    ]);
  }
}

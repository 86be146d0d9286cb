import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SpanKey } from './spans.queries.js';

/** Numbers that come as text, because they may be of any size and precision. */
export interface PromptDetailsRow extends SpanKey {
  cacheRead: string | null;
  cacheWrite: string | null;
  audio: string | null;
}

const DETAILS = 'llm.token_count.prompt_details';

const BY_KEYS = `FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
   JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`;

/** Heavy or rare columns of the spans of a page, each read only when it is asked for. */
@Injectable()
export class SpanDetailsQueries {
  constructor(private readonly dataSource: DataSource) {}

  async attributes(
    keys: readonly SpanKey[],
  ): Promise<(SpanKey & { attributes: string; payload: string | null })[]> {
    return this.byKeys('s.attributes::text AS attributes, s.payload::text AS payload', keys);
  }

  async events(
    keys: readonly SpanKey[],
  ): Promise<(SpanKey & { events: string | null; startTime: string })[]> {
    return this.byKeys('s.events::text AS events, s.start_time AS "startTime"', keys);
  }

  async promptDetails(keys: readonly SpanKey[]): Promise<PromptDetailsRow[]> {
    return this.byKeys(
      `s.attributes ->> '${DETAILS}.cache_read' AS "cacheRead",
       s.attributes ->> '${DETAILS}.cache_write' AS "cacheWrite",
       s.attributes ->> '${DETAILS}.audio' AS audio`,
      keys,
    );
  }

  /** How many documents a span retrieved or, for a reranker, put out. */
  async documentCounts(keys: readonly SpanKey[]): Promise<(SpanKey & { count: number })[]> {
    const documents = `CASE s.kind WHEN 'RERANKER' THEN s.payload #> '{reranker,output_documents}'
       ELSE s.payload #> '{retrieval,documents}' END`;
    return this.byKeys(
      `CASE json_typeof(${documents}) WHEN 'array' THEN json_array_length(${documents})
         ELSE 0 END AS count`,
      keys,
    );
  }

  private async byKeys<Row>(columns: string, keys: readonly SpanKey[]): Promise<Row[]> {
    return this.dataSource.query(
      `SELECT s.trace_id AS "traceId", s.span_id AS "spanId", ${columns} ${BY_KEYS}`,
      [keys.map((key) => key.traceId), keys.map((key) => key.spanId)],
    );
  }
}

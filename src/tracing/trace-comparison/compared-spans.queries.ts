import { Injectable } from '@nestjs/common';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { payloadOf } from '../../spans/span-payload.js';
import { attributeText } from '../fields/span-attribute.js';
import type { SpanRow } from '../spans/span.entity.js';
import { SPAN_SELECT_LIST } from '../spans/spans.queries.js';

/** A span of a comparison: its row and the digests of its texts; null if it has none. */
export interface ComparedSpanRow extends SpanRow {
  /** Of the messages to a model, otherwise of `input.value`. */
  inputDigest: string | null;
  outputDigest: string | null;
  /** Of the tools that were offered to a model. */
  toolsDigest: string | null;
  /** Of the parameters of a model's call, such as its temperature. */
  parametersDigest: string | null;
}

/** Reads spans to compare them. */
@Injectable()
export class ComparedSpansQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Lists the first spans of a trace by start. PostgreSQL reads their payloads, but only digests of
   * them leave it.
   * @throws BadRequestError if that takes too long.
   */
  list(traceId: string, limit: number): Promise<ComparedSpanRow[]> {
    const where = new DistributedWhere(this.reader.distribution);
    const text = (...path: string[]) => attributeText(path, 's', where, 's.whole_payload');
    const digest = (...texts: string[]) => `md5(coalesce(${texts.join(', ')}))`;
    where.and(`s.trace_id = ${where.bind(traceId)}`);
    const sql = `SELECT ${SPAN_SELECT_LIST},
        ${digest(text('llm', 'input_messages'), text('input', 'value'))} AS "inputDigest",
        ${digest(text('llm', 'output_messages'), text('output', 'value'))} AS "outputDigest",
        ${digest(text('llm', 'tools'))} AS "toolsDigest",
        ${digest(text('llm', 'invocation_parameters'))} AS "parametersDigest"
      FROM (SELECT s.*, ${payloadOf('s')} AS whole_payload FROM spans s ${where.toString()}
             ORDER BY s.start_time, s.id LIMIT ${limit}) s
     ORDER BY s.start_time, s.id`;
    return runBoundedRead(this.reader, sql, where.parameters);
  }
}

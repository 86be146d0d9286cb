import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { findRowId } from '../../kernel/ids/global-id.js';
import { mergeStoredAttributes } from '../../spans/attributes.js';
import { erasePayloads } from '../../spans/erase-payloads.js';
import { startShortTurns } from '../../kernel/threads/turns.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { deleteSpans, lockTraces, settleNestedCalls } from '../changes/tracing-changes.queries.js';
import { addSpanCondition, readSpanCondition } from '../conditions/span-condition.js';
import { toBlockTest } from '../span-index/condition-blocks.js';
import type { SpanKey, SpanRow, SpanSummary } from './span.entity.js';
import type { AddSpanCondition } from './spans.filters.js';
import { SpansOfTracesQueries } from './spans-of-traces.queries.js';
import { SpansQueries, toSpanKeyText } from './spans.queries.js';
import { parseEvents, type StoredEvent } from './stored-event.js';

/** A span with all its stored data. */
export interface FullSpan {
  row: SpanRow;
  /** Nested. */
  attributes: JsonObject;
  events: StoredEvent[];
}

/** Finds and deletes spans, for REST and GraphQL. */
@Injectable()
export class SpansService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: SpansQueries,
    private readonly ofTraces: SpansOfTracesQueries,
  ) {}

  /** Lists the spans of traces by trace ID, sorted by start. */
  async listByTrace(traceIds: readonly string[]): Promise<Map<string, SpanSummary[]>> {
    if (traceIds.length === 0) return new Map();
    return Map.groupBy(await this.ofTraces.readSummaries(traceIds), (span) => span.traceId);
  }

  /** Finds the root span of each trace that has one. */
  findRoots(traceIds: readonly string[]): Promise<SpanRow[]> {
    return this.ofTraces.findRoots(traceIds);
  }

  /**
   * Reads a condition in the filter language; null if there is none or it is blank.
   * @throws FilterSyntaxError if it is not a condition.
   */
  readCondition(text: string | null | undefined): AddSpanCondition | null {
    const condition = readSpanCondition(text ?? '');
    if (!condition) return null;
    const add: AddSpanCondition = (where, all) => addSpanCondition(where, condition, all);
    add.blockTest = toBlockTest(condition.condition);
    return add;
  }

  findByRowId(id: number): Promise<SpanRow | null> {
    return this.queries.findByRowId(id);
  }

  /** Returns those that exist, in no particular order. */
  findByRowIds(ids: readonly number[]): Promise<SpanRow[]> {
    return this.queries.findByRowIds(ids);
  }

  /** If several traces have a span with the ID, returns the one stored first. */
  async findBySpanId(spanId: string): Promise<SpanRow | null> {
    return isStorable(spanId) ? this.queries.findBySpanId(spanId) : null;
  }

  /** Returns those that exist, in no particular order. */
  findByKeys(keys: readonly SpanKey[]): Promise<SpanRow[]> {
    return this.queries.findByKeys(keys);
  }

  /** Counts the documents that each span retrieved or reranked, in the order of the keys. */
  async countDocuments(keys: readonly SpanKey[], tx?: EntityManager): Promise<number[]> {
    const rows = await this.queries.countDocuments(keys, tx);
    const counts = new Map(rows.map((row) => [toSpanKeyText(row), row.count]));
    return keys.map((key) => counts.get(toSpanKeyText(key)) ?? 0);
  }

  /** Reads all stored data of spans, in the same order. Skips deleted ones. */
  async readContent(rows: readonly SpanRow[]): Promise<FullSpan[]> {
    if (rows.length === 0) return [];
    const contents = await this.queries.readContent(rows);
    const byKey = new Map(contents.map((content) => [toSpanKeyText(content), content]));
    const rest = startShortTurns();
    const spans: FullSpan[] = [];
    for (const row of rows) {
      const content = byKey.get(toSpanKeyText(row));
      // The span was deleted between the two queries.
      if (!content) continue;
      await rest();
      spans.push({
        row,
        attributes: mergeStoredAttributes(content.attributes, content.payload),
        events: parseEvents(content.events, row.startTime),
      });
    }
    return spans;
  }

  /**
   * Reads one span of any project, identified by its global ID or the sender's ID.
   * @throws NotFoundError if the span does not exist.
   */
  async get(identifier: string): Promise<FullSpan> {
    const row = await this.find(identifier);
    const [span] = row ? await this.readContent([row]) : [];
    if (!span) throw missingSpan(identifier);
    return span;
  }

  private find(identifier: string): Promise<SpanRow | null> {
    const rowId = findRowId(identifier, 'Span');
    return rowId === null ? this.findBySpanId(identifier) : this.findByRowId(rowId);
  }

  /**
   * Deletes one span, identified by its global ID or the sender's ID. Its children stay. Subtracts
   * the span from the totals of its trace, which keeps its times and is deleted with its last span.
   * @throws NotFoundError if the span does not exist.
   */
  async delete(identifier: string): Promise<void> {
    const span = await this.find(identifier);
    const missing = missingSpan(identifier);
    if (!span) throw missing;
    await this.database.inTransaction(async (tx) => {
      if ((await lockTraces(tx, [span.traceId])).length === 0) throw missing;
      await erasePayloads((sql, values) => tx.query(sql, values), tx.distribution, span.traceId, [
        span.spanId,
      ]);
      if ((await deleteSpans(tx, span.traceId, [span.spanId])) === 0) throw missing;
      await settleNestedCalls(tx, span.traceId);
    });
  }
}

function missingSpan(identifier: string): NotFoundError {
  const isGlobalId = findRowId(identifier, 'Span') !== null;
  const quoted = isGlobalId ? `relay ID '${identifier}'` : `span_id '${identifier}'`;
  return new NotFoundError(`Span with ${quoted} not found`);
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mergeStoredAttributes } from '../../common/json/attributes.js';
import { NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { parseCursor, rowIdOf, toGlobalId } from '../../common/ids/global-id.js';
import type { JsonObject } from '../../common/json/json.js';
import { isStorable } from '../../common/validation/storable.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { attributeCondition } from './attribute-condition.js';
import { parseAttributeFilter } from './attribute-filter.js';
import type { ListOtlpSpansDto } from './rest/list-spans.query.js';
import { SpanKind } from './span-kind.enum.js';
import { SpanStatusCode } from './span-status-code.enum.js';
import type { SpanRow } from './span.entity.js';
import { type SpanKey, spanKeyText, SpansQueries } from './spans.queries.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import { parseEvents, type StoredEvent } from './stored-event.js';
import { lockTraces, removeSpan } from '../traces/trace-changes.queries.js';

const DEFAULT_LIMIT = 100;
const KINDS: readonly string[] = Object.values(SpanKind);
const STATUS_CODES: readonly string[] = Object.values(SpanStatusCode);

/** A span with everything that is stored of it. */
export interface FullSpan {
  row: SpanRow;
  /** Nested. */
  attributes: JsonObject;
  events: StoredEvent[];
}

export interface SpanList {
  spans: FullSpan[];
  /** Global id of the row that opens the following page. */
  nextCursor: string | null;
}

/** Lists, finds and deletes spans, for REST and GraphQL. */
@Injectable()
export class SpansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly queries: SpansQueries,
  ) {}

  /**
   * A page of a project's spans, the one stored last first.
   * @param kinds in any case; any of them.
   * @throws NotFoundError for an unknown project; then UnprocessableError for an unknown kind or
   * status and for an attribute filter or a cursor that cannot be read.
   */
  async list(
    projectIdentifier: string,
    query: ListOtlpSpansDto,
    kinds?: readonly string[],
  ): Promise<SpanList> {
    const project = await this.projects.resolve(projectIdentifier);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const where = await this.conditions(project.id, query, kinds);
    if (!where) return { spans: [], nextCursor: null };
    const found = await this.queries.newest(where, limit + 1);
    const next = found[limit];
    return {
      spans: await this.readContent(found.slice(0, limit)),
      nextCursor: next ? toGlobalId('Span', next.id) : null,
    };
  }

  /**
   * Deletes one span, named by its global id or by the sender's. Its children stay; its trace loses
   * the span's part of the sums, keeps its times, and goes with its last span.
   * @throws NotFoundError when there is none.
   */
  async delete(identifier: string): Promise<void> {
    const rowId = rowIdOf(identifier, 'Span');
    const span = await (rowId === null ? this.findBySpanId(identifier) : this.findByRowId(rowId));
    const quoted = rowId === null ? `span_id '${identifier}'` : `relay ID '${identifier}'`;
    const missing = new NotFoundError(`Span with ${quoted} not found`);
    if (!span) throw missing;
    await inRetriedTransaction(this.dataSource, async (tx) => {
      await lockTraces(tx, [span.traceId]);
      if (!(await removeSpan(tx, span))) throw missing;
    });
  }

  findByRowId(id: number): Promise<SpanRow | null> {
    return this.queries.findByRowId(id);
  }

  /** In no particular order; unknown ids are left out. */
  findByRowIds(ids: readonly number[]): Promise<SpanRow[]> {
    return this.queries.findByRowIds(ids);
  }

  /** Among spans of several traces with the same id, the one stored first. */
  async findBySpanId(spanId: string): Promise<SpanRow | null> {
    return isStorable(spanId) ? this.queries.findBySpanId(spanId) : null;
  }

  /** In no particular order; unknown keys are left out. */
  findByKeys(keys: readonly SpanKey[]): Promise<SpanRow[]> {
    return this.queries.findByKeys(keys);
  }

  /** Everything that is stored of spans, in their order; those that are gone are left out. */
  async readContent(rows: readonly SpanRow[]): Promise<FullSpan[]> {
    if (rows.length === 0) return [];
    const contents = await this.queries.contentOf(rows);
    const byKey = new Map(contents.map((content) => [spanKeyText(content), content]));
    return rows.flatMap((row) => {
      const content = byKey.get(spanKeyText(row));
      // Deleted between the two queries.
      if (!content) return [];
      return {
        row,
        attributes: mergeStoredAttributes(content.attributes, content.payload),
        events: parseEvents(content.events, row.startTime),
      };
    });
  }

  /** The conditions of a list, or null when nothing can meet them. */
  private async conditions(
    projectId: number,
    query: ListOtlpSpansDto,
    spanKinds: readonly string[] | undefined,
  ): Promise<SqlWhere | null> {
    const kinds = upperCase('span_kind', spanKinds, KINDS);
    const statusCodes = upperCase('status_code', query.status_code, STATUS_CODES);
    const attributes = (query.attribute ?? []).map(parseAttributeFilter);
    const from = parseCursor(query.cursor);
    const where = new SqlWhere()
      .andEqual('s.project_id', projectId)
      .andBetween('s.start_time', query.start_time, query.end_time)
      .andEqual('s.trace_id', query.trace_id?.filter(isStorable))
      .andEqual('s.span_id', query.span_id?.filter(isStorable))
      .andEqual('s.name', query.name?.filter(isStorable))
      .andEqual('s.kind', kinds)
      .andEqual('s.status_code', statusCodes);
    if (from !== null) where.and(`s.id <= ${where.bind(from)}`);
    for (const attribute of attributes) {
      if (!attribute) return null;
      where.and(attributeCondition(where, attribute));
    }
    return this.withParent(where, query.parent_id);
  }

  /** Narrows to roots, or to the children of one span. */
  private async withParent(
    where: SqlWhere,
    parentId: string | undefined,
  ): Promise<SqlWhere | null> {
    if (parentId === undefined) return where;
    if (parentId === 'null') return where.and('s.parent_id IS NULL');
    if (!isStorable(parentId)) return null;
    where.andEqual('s.parent_id', parentId);
    // Children are in the trace of their parent, and traces have an index that parents do not.
    const traceIds = await this.queries.traceIdsOf(parentId);
    return traceIds.length === 0 ? where : where.andEqual('s.trace_id', traceIds);
  }
}

/** @throws UnprocessableError for a value that is none of the known ones. */
function upperCase(
  parameter: string,
  values: readonly string[] | undefined,
  known: readonly string[],
): string[] | undefined {
  return values?.map((value) => {
    const upper = value.toUpperCase();
    if (known.includes(upper)) return upper;
    throw new UnprocessableError(
      `Invalid ${parameter} value '${value}'. Valid values are: ${known.join(', ')}`,
    );
  });
}

import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors/errors.js';
import type { ForwardPage } from '../../common/pagination/connection.js';
import { SortDir } from '../../common/pagination/sort-dir.js';
import { isStorable } from '../../common/validation/storable.js';
import type { ProjectSpansArgs } from '../spans/graphql/spans.args.js';
import type { ProjectTracesArgs } from '../traces/graphql/traces.args.js';
import {
  after,
  cursorAt,
  type SortColumn,
  type SortedRow,
} from '../../common/pagination/keyset-sort.js';
import { ProjectListsQueries } from './project-lists.queries.js';
import type { SpanRow } from '../spans/span.entity.js';
import { rootCondition } from '../spans/span-roots.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TraceStatus } from '../traces/trace-status.enum.js';
import { LATENCY } from '../traces/traces.queries.js';

const SPAN_SORTS: Record<string, SortColumn> = {
  startTime: { sql: 's.start_time', type: 'DATETIME', nullable: false },
  endTime: { sql: 's.end_time', type: 'DATETIME', nullable: false },
  latencyMs: {
    sql: '(extract(epoch FROM s.end_time - s.start_time) * 1000)',
    type: 'FLOAT',
    nullable: false,
  },
  tokenCountTotal: {
    sql: '(s.prompt_tokens + s.completion_tokens)',
    type: 'INT',
    nullable: true,
  },
  tokenCountPrompt: { sql: 's.prompt_tokens', type: 'INT', nullable: true },
  tokenCountCompletion: { sql: 's.completion_tokens', type: 'INT', nullable: true },
};

/** The subtree of a root is its trace, whose sums are kept. */
const ROOT_SPAN_SORTS: Record<string, SortColumn> = {
  cumulativeTokenCountTotal: {
    sql: '(t.prompt_tokens + t.completion_tokens)',
    type: 'INT',
    nullable: false,
  },
  cumulativeTokenCountPrompt: { sql: 't.prompt_tokens', type: 'INT', nullable: false },
  cumulativeTokenCountCompletion: { sql: 't.completion_tokens', type: 'INT', nullable: false },
};

const TRACE_SORTS: Record<string, SortColumn> = {
  startTime: { sql: 't.start_time', type: 'DATETIME', nullable: false },
  latencyMs: { sql: LATENCY, type: 'FLOAT', nullable: false },
  tokenCountTotal: {
    sql: '(t.prompt_tokens + t.completion_tokens)',
    type: 'INT',
    nullable: false,
  },
};

/** Rows of a page, with one more when another page follows, and their cursors. */
export interface KeysetPage<R> {
  rows: (R & SortedRow)[];
  cursorOf: (row: SortedRow) => string;
}

/** Sorted pages of a project's spans and traces, for GraphQL. */
@Injectable()
export class ProjectListsService {
  constructor(private readonly queries: ProjectListsQueries) {}

  /** @throws DomainError BAD_USER_INPUT for a cursor of another order, and for a subtree order of spans that are not roots. */
  async spans(
    projectId: number,
    page: ForwardPage,
    args: ProjectSpansArgs,
  ): Promise<KeysetPage<SpanRow>> {
    const rootSpansOnly = args.rootSpansOnly ?? false;
    const orphanSpanAsRootSpan = args.orphanSpanAsRootSpan ?? true;
    const sort = {
      column: args.sort ? spanSortColumn(args.sort.col, rootSpansOnly) : null,
      descending: args.sort?.dir === SortDir.desc,
      id: 's.id',
    };
    const where = new SqlWhere()
      .andEqual('s.project_id', projectId)
      .andBetween('s.start_time', args.timeRange?.start, args.timeRange?.end)
      .andEqual('s.kind', filled(args.filter?.kinds))
      .andEqual('s.status_code', filled(args.filter?.statusCodes))
      .andEqual('s.name', filled(args.filter?.names)?.filter(isStorable));
    const roots = rootCondition({ rootSpansOnly, orphanSpanAsRootSpan });
    if (roots) where.and(roots);
    const rows = await this.queries.spans(after(where, sort, page.after), sort, {
      limit: page.first + 1,
      withTrace: args.sort ? args.sort.col in ROOT_SPAN_SORTS : false,
    });
    return { rows, cursorOf: cursorAt(sort) };
  }

  /** @throws DomainError BAD_USER_INPUT for a cursor of another order. */
  async traces(
    projectId: number,
    page: ForwardPage,
    args: ProjectTracesArgs,
  ): Promise<KeysetPage<TraceEntity>> {
    const sort = {
      column: args.sort ? (TRACE_SORTS[args.sort.col] ?? null) : null,
      descending: args.sort?.dir === SortDir.desc,
      id: 't.id',
    };
    const sessionId = args.filter?.sessionId ?? undefined;
    const where = new SqlWhere()
      .andEqual('t.project_id', projectId)
      .andBetween('t.start_time', args.timeRange?.start, args.timeRange?.end)
      .andEqual(
        't.session_id',
        sessionId === undefined ? undefined : [sessionId].filter(isStorable),
      );
    if (args.filter?.status === TraceStatus.ERROR) where.and('t.error_count > 0');
    if (args.filter?.status === TraceStatus.OK) where.and('t.error_count = 0');
    const rows = await this.queries.traces(after(where, sort, page.after), sort, page.first + 1);
    return { rows, cursorOf: cursorAt(sort) };
  }
}

function spanSortColumn(name: string, rootSpansOnly: boolean): SortColumn | null {
  const cumulative = ROOT_SPAN_SORTS[name];
  if (!cumulative) return SPAN_SORTS[name] ?? null;
  if (rootSpansOnly) return cumulative;
  throw new DomainError(
    'BAD_USER_INPUT',
    `Sorting by ${name} is supported with \`rootSpansOnly\` only`,
  );
}

/** An empty list filters as little as an absent one. */
function filled<T>(values: readonly T[] | null | undefined): readonly T[] | undefined {
  return values && values.length > 0 ? values : undefined;
}

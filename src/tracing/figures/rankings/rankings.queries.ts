import { isFailedSpan, isFailedTrace } from '../../../spans/failure.js';
import { SAMPLE_SIZE, isInSample } from '../rows/sample.js';
import { Injectable } from '@nestjs/common';
import { COUNT_PRICED, sumPriced, sumCosts } from '../../../spans/cost-details.js';
import { durationMsOf } from '../../fields/duration.js';
import { DatabaseReader } from '../../../database/database-reader.js';
import { runFiguresRead } from '../../../database/bounded-read.js';
import type { CostSums } from '../../graphql/cost.type.js';
import {
  type FigureRange,
  type FigureSource,
  selectSpans,
  selectTraces,
} from '../rows/figure-sources.js';
import { FiguresQueries } from '../compute/figures.queries.js';

/** The values that durations of spans are grouped by. */
export type LatencyGroup = 'spanName' | 'tool';

/** The durations of spans with the same name. */
export interface LatencyRow {
  projectId: number;
  name: string;
  spanCount: number;
  failedCount: number;
  /** In milliseconds; of the probabilities `LATENCY_PROBABILITIES`. */
  quantiles: number[];
}

/** Failed spans whose messages differ only in numbers and IDs. */
export interface ErrorRow {
  projectId: number;
  message: string;
  spanCount: number;
  traceCount: number;
  /** Any of these traces. */
  exampleTraceId: string;
  /** When the last one began. */
  lastTime: string;
}

/** The counts of users' decisions about the calls of a tool. */
export interface DecisionRow {
  projectId: number;
  tool: string;
  acceptedCount: number;
  rejectedCount: number;
}

/** The traces of a user. */
export interface UserRow extends CostSums {
  projectId: number;
  userId: string;
  traceCount: number;
  failedCount: number;
}

/** The spans that a model priced. */
export interface ModelCostRow extends CostSums {
  projectId: number;
  modelId: number;
}

/** The quantiles of each name; the last one is the maximum. */
const LATENCY_PROBABILITIES = [0.5, 0.95, 0.99, 1];

/** The SQL that names spans. Spans that call a tool are often all named alike. */
const NAMES: Record<LatencyGroup, string> = {
  spanName: 's.name',
  tool: "coalesce(nullif(s.attributes->>'tool.name', ''), s.name)",
};

/** Numbers, UUIDs and other long hexadecimal IDs. */
const VARIABLE_PARTS = '[0-9a-fA-F]{8,}(-[0-9a-fA-F]{4,})*|[0-9]+';
const MAX_MESSAGE_LENGTH = 200;

const MESSAGE = `regexp_replace(left(split_part(s.status_message, E'\\n', 1), ${MAX_MESSAGE_LENGTH}),
  '${VARIABLE_PARTS}', '#', 'g')`;

/** How coding agents say that somebody, or a setting, allowed a call. Anything else does not allow it. */
const ACCEPTED = `('accept', 'accepted', 'approved', 'approved_for_session', 'auto_accept', 'allow', 'modify')`;

const DURATION_MS = `${durationMsOf('s')}::float8`;

const SUMS = (row: string) => `sum(${row}.prompt_tokens)::float8 AS "promptTokens",
  sum(${row}.completion_tokens)::float8 AS "completionTokens",
  ${sumCosts(row)}`;

/** SQL for the largest groups of spans and traces, of many projects at once. */
@Injectable()
export class RankingsQueries {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly figures: FiguresQueries,
  ) {}

  /**
   * Slowest first, by the 95th percentile. Skips names of which no span has ended.
   * @throws BadRequestError if this takes too long.
   */
  async readLatencies(
    group: LatencyGroup,
    projectIds: readonly number[],
    range: FigureRange,
    first: number,
  ): Promise<LatencyRow[]> {
    const source = selectSpans(this.reader.distribution, projectIds, range);
    if (group === 'tool') source.source += " AND s.kind = 'TOOL'";
    const { from, share } = await this.sample(source);
    return this.readFirst(
      source.parameters,
      first,
      `SELECT s.project_id AS "projectId", ${NAMES[group]} AS name,
              count(*) * ${share} AS "spanCount",
              count(*) FILTER (WHERE ${isFailedSpan('s')}) * ${share} AS "failedCount",
              percentile_cont(ARRAY[${LATENCY_PROBABILITIES.join(', ')}]::float8[])
                WITHIN GROUP (ORDER BY ${DURATION_MS}) AS quantiles
         ${from} GROUP BY 1, 2 HAVING count(${DURATION_MS}) > 0`,
      `quantiles[${LATENCY_PROBABILITIES.indexOf(0.95) + 1}] DESC, name`,
    );
  }

  /**
   * Most frequent first.
   * @throws BadRequestError if this takes too long.
   */
  async readErrors(
    projectIds: readonly number[],
    range: FigureRange,
    first: number,
  ): Promise<ErrorRow[]> {
    const source = selectSpans(this.reader.distribution, projectIds, range);
    source.source += ` AND ${isFailedSpan('s')}`;
    const { from, share } = await this.sample(source);
    return this.readFirst(
      source.parameters,
      first,
      `SELECT s.project_id AS "projectId", ${MESSAGE} AS message,
              count(*) * ${share} AS "spanCount",
              count(DISTINCT s.trace_id) * ${share} AS "traceCount",
              min(s.trace_id) AS "exampleTraceId", max(s.start_time) AS "lastTime"
         ${from} GROUP BY 1, 2`,
      '"spanCount" DESC, message',
    );
  }

  /**
   * The tools about which most was decided first.
   * @throws BadRequestError if this takes too long.
   */
  readDecisions(
    projectIds: readonly number[],
    range: FigureRange,
    first: number,
  ): Promise<DecisionRow[]> {
    const { source, parameters } = selectSpans(this.reader.distribution, projectIds, range);
    const isAccepted = `lower(s.attributes->>'decision') IN ${ACCEPTED}`;
    return this.readFirst(
      parameters,
      first,
      `SELECT s.project_id AS "projectId", coalesce(s.attributes->>'tool.name', s.name) AS tool,
              count(*) FILTER (WHERE ${isAccepted}) AS "acceptedCount",
              count(*) FILTER (WHERE NOT ${isAccepted}) AS "rejectedCount"
         ${source} AND s.kind = 'DECISION' AND s.attributes ? 'decision' GROUP BY 1, 2`,
      '"acceptedCount" + "rejectedCount" DESC, tool',
    );
  }

  /**
   * Most expensive first, then those with the most tokens.
   * @throws BadRequestError if this takes too long.
   */
  readUsers(projectIds: readonly number[], range: FigureRange, first: number): Promise<UserRow[]> {
    const { source, parameters } = selectTraces(this.reader.distribution, projectIds, range);
    return this.readFirst(
      parameters,
      first,
      `SELECT t.project_id AS "projectId", t.user_id AS "userId", count(*) AS "traceCount",
              count(*) FILTER (WHERE ${isFailedTrace('t')}) AS "failedCount", ${SUMS('t')},
              ${sumPriced('t')}
         ${source} AND t.user_id IS NOT NULL GROUP BY 1, 2`,
      `"promptCost" + "completionCost" DESC NULLS LAST, "promptTokens" + "completionTokens" DESC,
       "traceCount" DESC, "userId"`,
    );
  }

  /**
   * In no order.
   * @throws BadRequestError if this takes too long.
   */
  readModels(projectIds: readonly number[], range: FigureRange): Promise<ModelCostRow[]> {
    return this.figures.read<CostSums & { modelId: number }>(
      {
        of: 'traces',
        rows: ({ keys, columns, source }) =>
          `SELECT ${keys}, c.model_id AS "modelId", ${SUMS('c')},
                  ${COUNT_PRICED.tokens} AS "tokenSpanCount"
             FROM (SELECT t.trace_id, ${columns} ${source}) k
             JOIN span_costs c ON c.trace_id = k.trace_id AND c.model_id IS NOT NULL
            GROUP BY 1, 2`,
        rolled: {
          group: 'model',
          figures: `d.model_id AS "modelId", ${SUMS('d')},
            coalesce(sum(d.span_count), 0)::int8 AS "tokenSpanCount"`,
          key: 'd.model_id',
        },
      },
      { projectIds, range },
    );
  }

  private readFirst<T>(
    parameters: unknown[],
    first: number,
    groups: string,
    order: string,
  ): Promise<T[]> {
    return runFiguresRead(
      this.reader,
      `SELECT * FROM (
         SELECT g.*, row_number() OVER (PARTITION BY g."projectId" ORDER BY ${order}) AS place
           FROM (${groups}) g) ranked
        WHERE place <= $${parameters.length + 1} ORDER BY place`,
      [...parameters, first],
    );
  }

  /**
   * Selects the spans `s`, or a random share of them if there are many. Counting them and choosing
   * some read only an index, if one has the condition.
   */
  private async sample({
    source,
    parameters,
  }: FigureSource): Promise<{ from: string; share: number }> {
    const [row] = await runFiguresRead<{ count: number }>(
      this.reader,
      `SELECT count(*) AS count ${source}`,
      parameters,
    );
    const share = Math.ceil((row?.count ?? 0) / SAMPLE_SIZE);
    if (share <= 1) return { from: source, share: 1 };
    const chosen = `SELECT s.id ${source} AND ${isInSample('s.id', share)}`;
    return { from: `FROM spans s WHERE s.id = ANY(ARRAY(${chosen}))`, share };
  }
}

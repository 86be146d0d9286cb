import { isFailedSpan, isFailedTrace, isOkSpan, isOkTrace } from '../../../spans/failure.js';
import { Injectable } from '@nestjs/common';
import { SUM_ROLLED_COSTS } from '../rollups/rollup-sums.js';
import { type CostParts, sumCosts } from '../../../spans/cost-details.js';
import {
  type Figure,
  type BinRow,
  type BinScope,
  type FigureRows,
  FiguresQueries,
} from '../compute/figures.queries.js';

/** The rows of a series. A session belongs to every bin in which one of its traces began. */
export type SeriesEntity = 'span' | 'trace' | 'session';

/** The counts of one bin, by when the rows began. Without a status: neither failed nor OK. */
export interface CountBin {
  total: number;
  ok: number;
  failed: number;
}

/** Tokens of what began in a bin. */
export interface TokensBin {
  prompt: number;
  completion: number;
}

/** Tokens of one type of what began in a bin. */
export interface TokenTypeBin {
  isPrompt: boolean;
  tokenType: string;
  tokens: number;
}

/** Quantiles of the durations of what began in a bin, in milliseconds. */
export interface LatencyBin {
  /** In the order of `PROBABILITIES`; null if none of them has ended. */
  quantiles: number[] | null;
}

/** The quantiles of each bin; the last one is the maximum. */
export const PROBABILITIES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];

const FAILED_SESSIONS = `count(DISTINCT t.session_id) FILTER (WHERE ${isFailedTrace('t')})`;

const COUNTS: Record<SeriesEntity, Figure> = {
  span: {
    of: 'spans',
    rows: `count(*) AS total, count(*) FILTER (WHERE ${isFailedSpan('s')}) AS failed,
           count(*) FILTER (WHERE ${isOkSpan('s')}) AS ok`,
    rolled: `sum(r.span_count)::int8 AS total, sum(r.failed_span_count)::int8 AS failed,
             sum(r.ok_span_count)::int8 AS ok`,
  },
  trace: {
    of: 'traces',
    rows: `count(*) AS total, count(*) FILTER (WHERE ${isFailedTrace('t')}) AS failed,
           count(*) FILTER (WHERE ${isOkTrace('t')}) AS ok`,
    rolled: `sum(r.trace_count)::int8 AS total, sum(r.failed_trace_count)::int8 AS failed,
             sum(r.trace_count - r.failed_trace_count)::int8 AS ok`,
  },
  // Sessions cannot be added up.
  session: {
    of: 'sessionTraces',
    rows: `count(DISTINCT t.session_id) AS total, ${FAILED_SESSIONS} AS failed,
           count(DISTINCT t.session_id) - ${FAILED_SESSIONS} AS ok`,
  },
};

const ROWS: Record<SeriesEntity, FigureRows> = {
  span: 'spans',
  trace: 'traces',
  session: 'sessionTraces',
};

/** Tokens of the base types are what remains. */
const IS_DETAIL = "d.token_type NOT IN ('input', 'output')";

/** SQL for figures of projects in bins of time. Skips empty bins. All throw BadRequestError if this takes too long. */
@Injectable()
export class ProjectSeriesQueries {
  constructor(private readonly figures: FiguresQueries) {}

  readCounts(entity: SeriesEntity, scope: BinScope): Promise<BinRow<CountBin>[]> {
    return this.figures.read(COUNTS[entity], scope);
  }

  readTokens(entity: SeriesEntity, scope: BinScope): Promise<BinRow<TokensBin>[]> {
    const row = entity === 'span' ? 's' : 't';
    const rows = `coalesce(sum(${row}.prompt_tokens), 0)::float8 AS prompt,
      coalesce(sum(${row}.completion_tokens), 0)::float8 AS completion`;
    const rolled = `sum(r.${entity}_prompt_tokens)::float8 AS prompt,
      sum(r.${entity}_completion_tokens)::float8 AS completion`;
    return this.figures.read(
      { of: ROWS[entity], rows, ...(entity !== 'session' && { rolled }) },
      scope,
    );
  }

  readCosts(entity: SeriesEntity, scope: BinScope): Promise<BinRow<CostParts>[]> {
    if (entity === 'span') {
      return this.figures.read(
        {
          of: 'spans',
          rows: ({ keys, columns, source, groups }) =>
            `SELECT ${keys}, ${sumCosts('c')}
               FROM (SELECT s.trace_id, s.span_id, ${columns} ${source}) k
               JOIN span_costs c ON c.trace_id = k.trace_id AND c.span_id = k.span_id
              GROUP BY ${groups}`,
        },
        scope,
      );
    }
    const rolled = SUM_ROLLED_COSTS;
    return this.figures.read(
      { of: ROWS[entity], rows: sumCosts('t'), ...(entity === 'trace' && { rolled }) },
      scope,
    );
  }

  /** Reads the tokens of priced spans by type. Skips the base types, which have what remains. */
  readTokenTypes(entity: SeriesEntity, scope: BinScope): Promise<BinRow<TokenTypeBin>[]> {
    const ofSpans = entity === 'span';
    const figures = `d.is_prompt AS "isPrompt", d.token_type AS "tokenType", sum(d.tokens) AS tokens`;
    const key = 'd.is_prompt, d.token_type';
    const rolled = { group: 'tokenType', figures, key, where: IS_DETAIL } as const;
    return this.figures.read(
      {
        of: ROWS[entity],
        rows: ({ keys, columns, source, groups }) =>
          `SELECT ${keys}, ${figures}
             FROM (SELECT ${ofSpans ? 's.trace_id, s.span_id' : 't.trace_id'}, ${columns} ${source}) k
             JOIN span_cost_details d ON d.trace_id = k.trace_id
                  AND ${IS_DETAIL} ${ofSpans ? 'AND d.span_id = k.span_id' : ''}
            GROUP BY ${groups}, ${key}`,
        ...(entity === 'trace' && { rolled }),
      },
      scope,
    );
  }

  /** Returns quantiles of durations; for sessions, of the durations of their traces. */
  readLatencies(entity: SeriesEntity, scope: BinScope): Promise<BinRow<LatencyBin>[]> {
    return this.figures.readQuantiles(ROWS[entity], scope, PROBABILITIES);
  }
}

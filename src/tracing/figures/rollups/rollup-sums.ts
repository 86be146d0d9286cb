import { isFailedSpan, isFailedTrace, isOkSpan } from '../../../spans/failure.js';
import { selectPriced } from '../../../spans/cost-details.js';
import { hasDuration } from '../../fields/duration.js';
import { STORED_BYTES } from '../../fields/stored-bytes.js';

interface SumRule<Column extends string> {
  column: Column;
  of: string;
  from: 't' | 's';
  /** Periods are not added up; the largest counts. */
  isMaximum?: true;
  /** Only what is stored counts, and not what was dropped. */
  isOfStored?: true;
}

/** How the sums of a period are made of traces `t` and spans `s`, and of shorter periods `r`. */
const SUMS = defineSums([
  { column: 'trace_count', of: 'count(*)', from: 't' },
  { column: 'failed_trace_count', of: `count(*) FILTER (WHERE ${isFailedTrace('t')})`, from: 't' },
  { column: 'trace_span_count', of: 'coalesce(sum(t.span_count), 0)', from: 't' },
  { column: 'trace_prompt_tokens', of: 'coalesce(sum(t.prompt_tokens), 0)', from: 't' },
  { column: 'trace_completion_tokens', of: 'coalesce(sum(t.completion_tokens), 0)', from: 't' },
  { column: 'trace_prompt_cost', of: 'sum(t.prompt_cost)', from: 't' },
  { column: 'trace_completion_cost', of: 'sum(t.completion_cost)', from: 't' },
  { column: 'trace_token_span_count', of: 'coalesce(sum(t.token_span_count), 0)', from: 't' },
  { column: 'trace_unpriced_span_count', of: 'coalesce(sum(t.unpriced_span_count), 0)', from: 't' },
  { column: 'last_end', of: 'max(t.end_time)', from: 't', isMaximum: true },
  { column: 'span_count', of: 'count(*)', from: 's' },
  { column: 'ok_span_count', of: `count(*) FILTER (WHERE ${isOkSpan('s')})`, from: 's' },
  { column: 'failed_span_count', of: `count(*) FILTER (WHERE ${isFailedSpan('s')})`, from: 's' },
  { column: 'span_prompt_tokens', of: 'coalesce(sum(s.prompt_tokens), 0)', from: 's' },
  { column: 'span_completion_tokens', of: 'coalesce(sum(s.completion_tokens), 0)', from: 's' },
  {
    column: 'span_bytes',
    of: `coalesce(sum(${STORED_BYTES}), 0)`,
    from: 's',
    isOfStored: true,
  },
]);

function defineSums<Column extends string>(sums: SumRule<Column>[]): SumRule<Column>[] {
  return sums;
}

/** A sum over the traces or spans that began in a period. */
export type Sum = (typeof SUMS)[number]['column'];

export type SummedTable = 'traces' | 'spans';

/** How statements name a row of the table. */
export const ALIASES = { traces: 't', spans: 's' } as const;

/** The columns of all sums, or of those over one table. */
export function listSums(table?: SummedTable): Sum[] {
  return filterSums(table).map(({ column }) => column);
}

/** Returns the rules of the sums over both tables, or over one of them. */
export function filterSums(table?: SummedTable): SumRule<Sum>[] {
  const alias = table && ALIASES[table];
  return SUMS.filter(({ from }) => !alias || from === alias);
}

/** SQL of all sums, also for where there are no rows: then those that are never null are zero. */
export function listFilledSums(): string[] {
  return SUMS.map((sum) => fillSum(sum, sum.column));
}

/** SQL of the value of a sum: zero instead of null, if the sum is never null. */
export function fillSum({ of }: SumRule<Sum>, value: string): string {
  return /^(count|coalesce)/.test(of) ? `coalesce(${value}, 0)` : value;
}

/** Select list of the sums over traces `t` or spans `s`. */
export function sumRows(table: SummedTable): string {
  return filterSums(table)
    .map(({ column, of }) => `${of} AS ${column}`)
    .join(', ');
}

/** Select list of the sums over shorter periods `r`. */
export function sumPeriods(table?: SummedTable): string {
  return filterSums(table)
    .map((sum) => `${sum.isMaximum ? 'max' : 'sum'}(r.${sum.column}) AS ${sum.column}`)
    .join(', ');
}

/** Select list of `CostParts` over the sums `r` of traces. */
export const SUM_ROLLED_COSTS = `sum(r.trace_prompt_cost) AS "promptCost",
         sum(r.trace_completion_cost) AS "completionCost"`;

/** Select list of `PricedCounts` over the sums `r` of traces. */
export const SUM_ROLLED_PRICED = selectPriced(
  'r.trace_token_span_count',
  'r.trace_unpriced_span_count',
);

/** `FROM … WHERE …` of the rows of a project that began in a period. */
export function selectPeriod(
  table: SummedTable,
  projectId: string,
  start: string,
  end: string,
): string {
  const row = ALIASES[table];
  return `FROM ${table} ${row} WHERE ${row}.project_id = ${projectId}
            AND ${row}.start_time >= ${start} AND ${row}.start_time < ${end}`;
}

/** SQL for the duration of a trace `t` in microseconds; negative, and to be left out, if it is unknown. */
export const DURATION = `(CASE WHEN ${hasDuration('t')}
  THEN extract(epoch FROM t.end_time - t.start_time) * 1000000 ELSE -1 END)::bigint`;

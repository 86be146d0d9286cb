/**
 * Figures of projects are kept for each quarter of an hour, which every time zone's hours consist of
 * (docs/adr/0043-rollups-of-quarter-hours.md). Quarters are numbered from 1970 on.
 */
export const QUARTER_SECONDS = 900;
export const QUARTERS_PER_DAY = 96;

const QUARTER_MICROS = BigInt(QUARTER_SECONDS) * 1_000_000n;

/** Returns the number of the quarter of a time in microseconds. */
export function toQuarter(micros: bigint): number {
  const offset = ((micros % QUARTER_MICROS) + QUARTER_MICROS) % QUARTER_MICROS;
  return Number((micros - offset) / QUARTER_MICROS);
}

/** SQL for the number of the quarter of a time. */
export function quarterOf(time: string): string {
  return `floor(extract(epoch FROM ${time}) / ${QUARTER_SECONDS})::integer`;
}

/** SQL for the beginning of a quarter. */
export function startOfQuarter(quarter: string): string {
  return `to_timestamp((${quarter}) * ${QUARTER_SECONDS}::float8)`;
}

/** SQL for the number of the UTC day of a quarter. */
export function dayOf(quarter: string): string {
  return `floor((${quarter}) / ${QUARTERS_PER_DAY}::float8)::integer`;
}

/**
 * SQL that records in which quarters traces or spans have changed. Must run in the transaction that
 * changes them.
 * @param source SQL of rows with `project_id` and `quarter`.
 */
export function markQuarters(source: string): string {
  return `INSERT INTO changed_quarters (project_id, quarters)
    SELECT project_id, array_agg(DISTINCT quarter) FROM (${source}) changed GROUP BY project_id`;
}

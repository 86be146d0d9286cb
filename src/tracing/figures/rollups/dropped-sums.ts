import { DURATION, fillSum, filterSums, type Sum, type SummedTable } from './rollup-sums.js';

/**
 * Sampling deletes traces, but figures of projects count all that arrived. So what the deleted ones
 * added to the sums is kept for each minute in which they or their spans began.
 */
export const DROPPED_MINUTES = 'dropped_minutes';

/** SQL of the minute in which a time is. */
export function minuteOf(time: string): string {
  return `date_trunc('minute', ${time})`;
}

/** `JOIN …` of the minutes `d` of a table that begin in a period of a project. */
export function joinDropped(
  table: string,
  projectId: string,
  { begin, end }: { begin: string; end: string },
): string {
  return `JOIN ${table} d ON d.project_id = ${projectId} AND d.minute >= ${begin} AND d.minute < ${end}`;
}

/** The columns of the sums that dropped traces add to. */
export function listDroppedSums(table?: SummedTable): Sum[] {
  return filterSums(table)
    .filter(({ isOfStored }) => !isOfStored)
    .map(({ column }) => column);
}

/** Select list of all sums of minutes `d`, in the order of `listSums`. */
export function selectDroppedSums(table: SummedTable): string {
  return filterSums(table)
    .map(({ column, isOfStored }) => (isOfStored ? `0 AS ${column}` : `d.${column}`))
    .join(', ');
}

/** Select list of the sums over traces `t` or spans `s` that are about to be dropped. */
export function sumDroppedRows(table: SummedTable): string {
  const sums = filterSums(table)
    .filter(({ isOfStored }) => !isOfStored)
    .map(({ column, of }) => `${of} AS ${column}`);
  if (table === 'traces') sums.push(`array_agg(${DURATION}) AS durations`);
  return sums.join(', ');
}

/** Select list of the sums over minutes `d`. Those of an earlier version have null for newer sums. */
export function sumDroppedMinutes(): string {
  return filterSums()
    .filter(({ isOfStored }) => !isOfStored)
    .map((sum) => {
      const { column, isMaximum } = sum;
      return `${fillSum(sum, `${isMaximum ? 'max' : 'sum'}(d.${column})`)} AS ${column}`;
    })
    .join(', ');
}

/** `SET` list that adds the sums that an insertion has to those of a row `r`. */
export function addDropped(columns: readonly Sum[], row: string): string {
  const isMaximum = new Set(filterSums().flatMap((sum) => (sum.isMaximum ? [sum.column] : [])));
  return columns
    .map((column) => {
      const [known, more] = [`${row}.${column}`, `excluded.${column}`];
      // Costs are null if nothing is priced.
      const sum = isMaximum.has(column)
        ? `greatest(${known}, ${more})`
        : `coalesce(${known} + ${more}, ${known}, ${more})`;
      return `${column} = ${sum}`;
    })
    .join(', ');
}

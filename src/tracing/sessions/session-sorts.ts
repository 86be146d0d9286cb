import type { KeysetSort, SortColumn } from '../../common/pagination/keyset-sort.js';

/** Sums over the traces of a session that began in the range; the query joins them as `sums`. */
const TRACES: SortColumn = { sql: 'coalesce(sums.traces, 0)', type: 'INT', nullable: false };
const TOKENS: SortColumn = { sql: 'coalesce(sums.tokens, 0)', type: 'INT', nullable: false };

const COLUMNS = {
  startTime: { sql: 's.start_time', type: 'DATETIME', nullable: false },
  endTime: { sql: 's.end_time', type: 'DATETIME', nullable: false },
  tokenCountTotal: TOKENS,
  numTraces: TRACES,
} satisfies Record<string, SortColumn>;

/** The order of a list of sessions; by row id unless a column is given. */
export function sessionSort(
  sort: { col: keyof typeof COLUMNS; dir: 'asc' | 'desc' } | null | undefined,
): KeysetSort {
  return {
    column: sort ? COLUMNS[sort.col] : null,
    descending: sort?.dir === 'desc',
    id: 's.id',
  };
}

/** Whether the order needs the sums over the traces of each session. */
export function isSummed({ column }: KeysetSort): boolean {
  return column === TRACES || column === TOKENS;
}

/** The turns of a session in the order in which they were taken. */
export const TRACES_BY_START: KeysetSort = {
  column: { sql: 't.start_time', type: 'DATETIME', nullable: false },
  descending: false,
  id: 't.id',
};

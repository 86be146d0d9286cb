import type { SortColumn } from '../../kernel/pagination/keyset-sort.js';
import type { AnnotatedOrder } from '../annotation-sorts/annotation-sort.js';

interface SessionSortColumn extends SortColumn {
  /** A total over the traces of the session that began in the range, joined as `sums`. */
  isSum?: true;
}

/**
 * Every value by which sessions can be sorted. REST offers the names in `SORT_PARAMETERS`
 * (rest/list-sessions.query.ts), GraphQL those in `ProjectSessionColumn`
 * (graphql/sessions.args.ts).
 */
export const SESSION_SORTS = {
  startTime: { sql: 's.start_time', type: 'DATETIME', nullable: false },
  endTime: { sql: 's.end_time', type: 'DATETIME', nullable: false },
  tokenCountTotal: {
    sql: 'coalesce(sums.tokens, 0)',
    type: 'INT',
    nullable: false,
    isSum: true,
  },
  costTotal: { sql: 'sums.cost', type: 'FLOAT', nullable: true, isSum: true },
  numTraces: { sql: 'coalesce(sums.traces, 0)', type: 'INT', nullable: false, isSum: true },
} satisfies Record<string, SessionSortColumn>;

export type SessionSort = keyof typeof SESSION_SORTS;
export type SessionOrder = AnnotatedOrder<SessionSort>;

/** Whether the order needs the totals over the traces of each session. */
export function requiresSums({ column }: { column: SessionSortColumn | null }): boolean {
  return column?.isSum ?? false;
}

import { Cost } from '../costs/cost.js';
import type { CostSummary } from '../costs/cost-fields.js';
import { Duration } from '../data-display/duration.js';
import { TokenCount } from '../data-display/token-count.js';
import type { ColumnOf } from './common-columns.js';
import type { DataColumn } from './columns.js';

/** A duration, from milliseconds. */
export function durationColumn<Row>({
  ms,
  ...column
}: ColumnOf<Row, { ms: (row: Row) => number | null | undefined }>): DataColumn<Row> {
  return { ...column, numeric: true, cell: (row) => <Duration ms={ms(row)} /> };
}

type Measured<Row, Value> = Omit<
  ColumnOf<Row, { of: (row: Row) => Value }>,
  'id' | 'header' | 'numeric'
>;

interface Tokens {
  total: number | null;
  prompt: number | null;
  completion: number | null;
}

/** How many tokens were used, with prompt and completion in the tooltip. */
export function tokensColumn<Row>({ of, ...column }: Measured<Row, Tokens>): DataColumn<Row> {
  return {
    id: 'tokens',
    header: 'Tokens',
    numeric: true,
    ...column,
    cell: (row) => <TokenCount {...of(row)} />,
  };
}

/** The cost in US dollars, with a mark if not all of it is known. */
export function costColumn<Row>({
  of,
  ...column
}: Measured<Row, CostSummary | null>): DataColumn<Row> {
  return {
    id: 'cost',
    header: 'Cost',
    numeric: true,
    ...column,
    cell: (row) => <Cost summary={of(row)} />,
  };
}

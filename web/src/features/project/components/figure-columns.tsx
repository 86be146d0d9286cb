import type { DataColumn } from '../../../components/data-table/columns.js';
import { Duration } from '../../../components/data-display/duration.js';
import { Cost } from '../../../components/costs/cost.js';
import type { CostSummary } from '../../../components/costs/cost-fields.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { timeColumn } from '../../../components/data-table/common-columns.js';

interface Figures {
  startTime: string;
  latencyMs: number | null;
  tokenCountTotal: number | null;
  tokenCountPrompt: number | null;
  tokenCountCompletion: number | null;
  costSummary: CostSummary | null;
}

/** The columns for start, duration, tokens and cost, which spans and traces share. */
export function buildFigureColumns<Row extends Figures>(): DataColumn<Row>[] {
  return [
    timeColumn({
      id: 'startTime',
      header: 'Started',
      sortKey: 'startTime',
      time: (row) => row.startTime,
    }),
    {
      id: 'latency',
      header: 'Latency',
      width: 90,
      numeric: true,
      sortKey: 'latencyMs',
      cell: (row) => <Duration ms={row.latencyMs} />,
    },
    {
      id: 'tokens',
      header: 'Tokens',
      width: 80,
      numeric: true,
      sortKey: 'tokenCountTotal',
      cell: (row) => (
        <TokenCount
          total={row.tokenCountTotal}
          prompt={row.tokenCountPrompt}
          completion={row.tokenCountCompletion}
        />
      ),
    },
    {
      id: 'cost',
      header: 'Cost',
      width: 92,
      numeric: true,
      sortKey: 'tokenCostTotal',
      cell: (row) => <Cost summary={row.costSummary} />,
    },
  ];
}

import type { DataColumn } from '../../../components/data-table/columns.js';
import { Duration } from '../../../components/data-display/duration.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { TokenCount } from '../../../components/data-display/token-count.js';

interface Figures {
  startTime: string;
  latencyMs: number | null;
  tokenCountTotal: number | null;
  tokenCountPrompt: number | null;
  tokenCountCompletion: number | null;
}

/** The columns for start, duration and tokens, which spans and traces share. */
export function buildFigureColumns<Row extends Figures>(): DataColumn<Row>[] {
  return [
    {
      id: 'startTime',
      header: 'Started',
      width: 110,
      sortKey: 'startTime',
      cell: (row) => <RelativeTime time={row.startTime} />,
    },
    {
      id: 'latency',
      header: 'Latency',
      width: 100,
      numeric: true,
      sortKey: 'latencyMs',
      cell: (row) => <Duration ms={row.latencyMs} />,
    },
    {
      id: 'tokens',
      header: 'Tokens',
      width: 90,
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
  ];
}

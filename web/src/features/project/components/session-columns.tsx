import { Link } from '@tanstack/react-router';
import { Cost } from '../../../components/costs/cost.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { Duration } from '../../../components/data-display/duration.js';
import { PreviewText } from '../../../components/data-display/preview-text.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import { getReadableText } from '../../../lib/format/readable-text.js';
import type { SessionRow } from '../api/sessions-list.js';
import {
  buildAnnotationsColumn,
  buildNamedColumns,
  type KnownAnnotations,
} from './annotation-columns.js';

/** Returns the columns of the list of sessions. */
export function buildSessionColumns(
  projectId: string,
  annotations: KnownAnnotations,
): DataColumn<SessionRow>[] {
  const listAnnotations = (row: SessionRow) => row.sessionAnnotations;
  return [
    {
      id: 'sessionId',
      header: 'Session',
      width: 184,
      required: true,
      cell: (row) => (
        <Link
          to="/projects/$projectId/sessions/$sessionNodeId"
          params={{ projectId, sessionNodeId: row.id }}
          search={(now) => now}
          className={rowLink.link}
          dir="auto"
          title={row.sessionId}
        >
          {row.sessionId}
        </Link>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 64,
      cell: (row) =>
        row.numTracesWithError > 0 ? (
          <StatusMark
            status="ERROR"
            message={`${formatPlural(row.numTracesWithError, 'trace')} with errors`}
          />
        ) : (
          <StatusMark status="OK" />
        ),
    },
    {
      id: 'firstInput',
      header: 'First input',
      width: 240,
      grow: true,
      cell: (row) => <PreviewText text={getReadableText(row.firstInputPreview)} />,
    },
    {
      id: 'lastOutput',
      header: 'Last output',
      width: 240,
      grow: true,
      cell: (row) => <PreviewText text={getReadableText(row.lastOutputPreview)} />,
    },
    {
      id: 'user',
      header: 'User',
      width: 130,
      cell: (row) => <PreviewText text={row.userId} />,
    },
    {
      id: 'traces',
      header: 'Turns',
      width: 76,
      numeric: true,
      sortKey: 'numTraces',
      cell: (row) => formatCount(row.numTraces),
    },
    {
      id: 'endTime',
      header: 'Last turn',
      width: 132,
      sortKey: 'endTime',
      cell: (row) => <RelativeTime time={row.endTime} />,
    },
    {
      id: 'p50',
      header: 'p50',
      label: 'p50 latency',
      width: 80,
      numeric: true,
      cell: (row) => <Duration ms={row.latencyMsP50} />,
    },
    {
      id: 'p99',
      header: 'p99',
      label: 'p99 latency',
      width: 80,
      numeric: true,
      optional: true,
      cell: (row) => <Duration ms={row.latencyMsP99} />,
    },
    {
      id: 'tokens',
      header: 'Tokens',
      width: 80,
      numeric: true,
      sortKey: 'tokenCountTotal',
      cell: (row) => (
        <TokenCount
          total={row.tokenUsage.total}
          prompt={row.tokenUsage.prompt}
          completion={row.tokenUsage.completion}
        />
      ),
    },
    {
      id: 'cost',
      header: 'Cost',
      width: 92,
      numeric: true,
      sortKey: 'costTotal',
      cell: (row) => <Cost summary={row.costSummary} />,
    },
    buildAnnotationsColumn(annotations, listAnnotations),
    {
      id: 'startTime',
      header: 'Started',
      width: 132,
      optional: true,
      sortKey: 'startTime',
      cell: (row) => <RelativeTime time={row.startTime} />,
    },
    ...buildNamedColumns(annotations, listAnnotations),
  ];
}

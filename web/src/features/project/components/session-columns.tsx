import { Cost } from '../../../components/costs/cost.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { Duration } from '../../../components/data-display/duration.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { getReadableText } from '../../../lib/format/readable-text.js';
import type { SessionRow } from '../api/sessions-list.js';
import {
  buildAnnotationsColumn,
  buildNamedColumns,
  type KnownAnnotations,
} from './annotation-columns.js';
import {
  countColumn,
  textColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLink } from '../../../components/data-table/name-link.js';

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
        <NameLink
          to="/projects/$projectId/sessions/$sessionNodeId"
          params={{ projectId, sessionNodeId: row.id }}
          search={(now) => now}
          name={row.sessionId}
        />
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
    textColumn({
      id: 'firstInput',
      header: 'First input',
      width: 240,
      grow: true,
      text: (row) => getReadableText(row.firstInputPreview),
    }),
    textColumn({
      id: 'lastOutput',
      header: 'Last output',
      width: 240,
      grow: true,
      text: (row) => getReadableText(row.lastOutputPreview),
    }),
    textColumn({
      id: 'user',
      header: 'User',
      width: 130,
      text: (row) => row.userId,
    }),
    countColumn({
      id: 'traces',
      header: 'Turns',
      width: 76,
      sortKey: 'numTraces',
      count: (row) => row.numTraces,
    }),
    timeColumn({
      id: 'endTime',
      header: 'Last turn',
      sortKey: 'endTime',
      time: (row) => row.endTime,
    }),
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
    timeColumn({
      id: 'startTime',
      header: 'Started',
      optional: true,
      sortKey: 'startTime',
      time: (row) => row.startTime,
    }),
    ...buildNamedColumns(annotations, listAnnotations),
  ];
}

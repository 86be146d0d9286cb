import type { DataColumn } from '../../../components/data-table/columns.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
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
import {
  costColumn,
  durationColumn,
  tokensColumn,
} from '../../../components/data-table/figure-columns.js';
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
    durationColumn({
      id: 'p50',
      header: 'p50',
      label: 'p50 latency',
      width: 80,
      ms: (row) => row.latencyMsP50,
    }),
    durationColumn({
      id: 'p99',
      header: 'p99',
      label: 'p99 latency',
      width: 80,
      optional: true,
      ms: (row) => row.latencyMsP99,
    }),
    tokensColumn({ width: 80, sortKey: 'tokenCountTotal', of: (row) => row.tokenUsage }),
    costColumn({ width: 92, sortKey: 'costTotal', of: (row) => row.costSummary }),
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

import type { DataColumn } from '../../../components/data-table/columns.js';
import type { AnnotationValue } from '../../../components/annotations/annotation-value.js';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { TraceRow } from '../api/traces-list.js';
import {
  buildAnnotationsColumn,
  buildNamedColumns,
  type KnownAnnotations,
} from './annotation-columns.js';
import { buildFigureColumns, buildPreviewColumns, buildUserColumn } from './figure-columns.js';
import { IdText } from './id-text.js';
import { FoundName } from './search-hit.js';
import { countColumn } from '../../../components/data-table/common-columns.js';
import { NameLink, NameLinkCell } from '../../../components/data-table/name-link.js';

/** Returns the columns of the list of traces. */
export function buildTraceColumns(
  projectId: string,
  annotations: KnownAnnotations,
): DataColumn<TraceRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 184,
      required: true,
      cell: (row) => (
        <NameLinkCell
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId, traceId: row.traceId }}
          search={(now) => ({ ...now, selectedSpanNodeId: row.matchingSpan?.id })}
          title={row.rootSpan?.name ?? row.traceId}
          before={<SpanKindIcon kind={row.rootSpan?.spanKind ?? 'unknown'} />}
        >
          <FoundName
            name={row.rootSpan?.name || (row.rootSpan ? 'unnamed' : 'Root span not received')}
            matches={isRootFound(row) ? row.matchingSpan?.searchMatches : undefined}
          />
        </NameLinkCell>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 64,
      cell: (row) => <TraceStatus row={row} />,
    },
    ...buildPreviewColumns<TraceRow>({
      annotations,
      findMatches: (row) => row.matchingSpan?.searchMatches,
      findSpanName: nameOfFound,
    }),
    ...buildFigureColumns<TraceRow>(),
    buildAnnotationsColumn(annotations, listTraceAnnotations),
    countColumn({
      id: 'spans',
      header: 'Spans',
      width: 72,
      count: (row) => row.numSpans,
    }),
    {
      id: 'session',
      header: 'Session',
      width: 150,
      optional: true,
      cell: (row) =>
        row.session ? (
          <NameLink
            to="/projects/$projectId/sessions/$sessionNodeId"
            params={{ projectId, sessionNodeId: row.session.id }}
            name={row.session.sessionId}
          />
        ) : (
          '–'
        ),
    },
    buildUserColumn(),
    {
      id: 'traceId',
      header: 'Trace ID',
      width: 170,
      optional: true,
      cell: (row) => <IdText id={row.traceId} label="trace ID" />,
    },
    ...buildNamedColumns(annotations, listTraceAnnotations),
  ];
}

function isRootFound({ rootSpan, matchingSpan }: TraceRow): boolean {
  return matchingSpan?.id === rootSpan?.id;
}

/** The name of the span in which a search was found, unless it is the root. */
function nameOfFound(row: TraceRow): string | undefined {
  return row.matchingSpan && !isRootFound(row) ? row.matchingSpan.name || 'unnamed' : undefined;
}

function TraceStatus({ row }: { row: TraceRow }) {
  if (row.errorCount === 0) {
    return <StatusMark status={row.rootSpan?.statusCode === 'UNSET' ? 'UNSET' : 'OK'} />;
  }
  const failed = `${formatCount(row.errorCount)} failed ${row.errorCount === 1 ? 'span' : 'spans'}`;
  const message = row.rootSpan?.statusMessage;
  return <StatusMark status="ERROR" message={message ? `${message} (${failed})` : failed} />;
}

/** The annotations of the trace and of its root span. */
function listTraceAnnotations({ traceAnnotations, rootSpan }: TraceRow): AnnotationValue[] {
  return [
    ...traceAnnotations.map((value) => ({ ...value, target: 'Trace' })),
    ...(rootSpan?.spanAnnotations ?? []).map((value) => ({ ...value, target: 'Root span' })),
  ];
}

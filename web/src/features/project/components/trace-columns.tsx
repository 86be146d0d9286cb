import type { DataColumn } from '../../../components/data-table/columns.js';
import type { AnnotationValue } from '../../../components/annotations/annotation-value.js';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { formatCount } from '../../../lib/format/numbers.js';
import { getReadableText } from '../../../lib/format/readable-text.js';
import type { TraceRow } from '../api/traces-list.js';
import {
  buildAnnotationsColumn,
  buildNamedColumns,
  type KnownAnnotations,
} from './annotation-columns.js';
import { buildFigureColumns } from './figure-columns.js';
import { IdText } from './id-text.js';
import { FoundName, FoundText } from './search-hit.js';
import { countColumn, textColumn } from '../../../components/data-table/common-columns.js';
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
    {
      id: 'input',
      header: 'Input',
      width: 240,
      grow: true,
      cell: (row) => (
        <FoundText
          text={getReadableText(row.inputPreview)}
          column="input"
          isNarrow={annotations.isNarrow}
          matches={row.matchingSpan?.searchMatches}
          spanName={nameOfFound(row)}
        />
      ),
    },
    {
      id: 'output',
      header: 'Output',
      width: 240,
      grow: true,
      cell: (row) => (
        <FoundText
          text={getReadableText(row.outputPreview)}
          column="output"
          isNarrow={annotations.isNarrow}
          matches={row.matchingSpan?.searchMatches}
          spanName={nameOfFound(row)}
        />
      ),
    },
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
    textColumn({
      id: 'user',
      header: 'User',
      width: 120,
      optional: true,
      text: (row) => row.userId,
    }),
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

import type { DataColumn } from '../../../components/data-table/columns.js';
import { SpanKindChip, SpanKindIcon } from '../../../components/spans/span-kind.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import type { SpanRow } from '../api/spans-list.js';
import {
  buildAnnotationsColumn,
  buildNamedColumns,
  type KnownAnnotations,
} from './annotation-columns.js';
import { buildFigureColumns, buildPreviewColumns, buildUserColumn } from './figure-columns.js';
import { IdText } from './id-text.js';
import { FoundName } from './search-hit.js';
import { textColumn } from '../../../components/data-table/common-columns.js';
import { durationColumn } from '../../../components/data-table/figure-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

/** Returns the columns of the list of spans. */
export function buildSpanColumns(
  projectId: string,
  annotations: KnownAnnotations,
): DataColumn<SpanRow>[] {
  const listAnnotations = (row: SpanRow) => row.spanAnnotations;
  return [
    {
      id: 'name',
      header: 'Name',
      width: 184,
      required: true,
      cell: (row) => (
        <NameLinkCell
          to="/projects/$projectId/spans/$traceId"
          params={{ projectId, traceId: row.context.traceId }}
          search={(now) => ({ ...now, selectedSpanNodeId: row.id })}
          title={row.name}
          before={<SpanKindIcon kind={row.spanKind} />}
        >
          <FoundName name={row.name || 'unnamed'} matches={row.searchMatches} />
        </NameLinkCell>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 64,
      cell: (row) => <StatusMark status={row.statusCode} message={row.statusMessage} />,
    },
    {
      id: 'kind',
      header: 'Kind',
      width: 116,
      optional: true,
      cell: (row) => <SpanKindChip kind={row.spanKind} />,
    },
    ...buildPreviewColumns<SpanRow>({ annotations, findMatches: (row) => row.searchMatches }),
    ...buildFigureColumns<SpanRow>(),
    textColumn({
      id: 'model',
      header: 'Model',
      width: 140,
      text: (row) => row.modelName,
    }),
    buildAnnotationsColumn(annotations, listAnnotations),
    durationColumn({
      id: 'firstToken',
      header: 'First token',
      label: 'Time to first token',
      width: 100,
      optional: true,
      sortKey: 'timeToFirstTokenMs',
      ms: (row) => row.timeToFirstTokenMs,
    }),
    {
      id: 'cumulativeTokens',
      header: 'Tokens of descendants',
      label: 'Tokens including descendants',
      width: 120,
      numeric: true,
      optional: true,
      sortKey: 'cumulativeTokenCountTotal',
      cell: (row) => <TokenCount total={row.cumulativeTokenCountTotal} />,
    },
    textColumn({
      id: 'statusMessage',
      header: 'Error',
      label: 'Error message',
      width: 220,
      optional: true,
      text: (row) => row.statusMessage,
    }),
    buildUserColumn(),
    {
      id: 'spanId',
      header: 'Span ID',
      width: 170,
      optional: true,
      cell: (row) => <IdText id={row.context.spanId} label="span ID" />,
    },
    {
      id: 'traceId',
      header: 'Trace ID',
      width: 170,
      optional: true,
      cell: (row) => <IdText id={row.context.traceId} label="trace ID" />,
    },
    ...buildNamedColumns(annotations, listAnnotations),
  ];
}

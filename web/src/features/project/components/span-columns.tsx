import type { DataColumn } from '../../../components/data-table/columns.js';
import { Duration } from '../../../components/data-display/duration.js';
import { SpanKindChip, SpanKindIcon } from '../../../components/spans/span-kind.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { getReadableText } from '../../../lib/format/readable-text.js';
import type { SpanRow } from '../api/spans-list.js';
import {
  buildAnnotationsColumn,
  buildNamedColumns,
  type KnownAnnotations,
} from './annotation-columns.js';
import { buildFigureColumns } from './figure-columns.js';
import { IdText } from './id-text.js';
import { FoundName, FoundText } from './search-hit.js';
import { textColumn } from '../../../components/data-table/common-columns.js';
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
          matches={row.searchMatches}
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
          matches={row.searchMatches}
        />
      ),
    },
    ...buildFigureColumns<SpanRow>(),
    textColumn({
      id: 'model',
      header: 'Model',
      width: 140,
      text: (row) => row.modelName,
    }),
    buildAnnotationsColumn(annotations, listAnnotations),
    {
      id: 'firstToken',
      header: 'First token',
      label: 'Time to first token',
      width: 100,
      numeric: true,
      optional: true,
      sortKey: 'timeToFirstTokenMs',
      cell: (row) => <Duration ms={row.timeToFirstTokenMs} />,
    },
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
    textColumn({
      id: 'user',
      header: 'User',
      width: 120,
      optional: true,
      text: (row) => row.userId,
    }),
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

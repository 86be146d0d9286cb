import type { DataColumn } from '../../../components/data-table/columns.js';
import type { CostSummary } from '../../../components/costs/cost-fields.js';
import {
  costColumn,
  durationColumn,
  tokensColumn,
} from '../../../components/data-table/figure-columns.js';
import { getReadableText, type ReceivedValue } from '../../../lib/format/readable-text.js';
import type { KnownAnnotations } from './annotation-columns.js';
import { FoundText, type SearchMatch } from './search-hit.js';
import { textColumn, timeColumn } from '../../../components/data-table/common-columns.js';

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
    durationColumn({
      id: 'latency',
      header: 'Latency',
      width: 90,
      sortKey: 'latencyMs',
      ms: (row) => row.latencyMs,
    }),
    tokensColumn({
      width: 80,
      sortKey: 'tokenCountTotal',
      of: (row) => ({
        total: row.tokenCountTotal,
        prompt: row.tokenCountPrompt,
        completion: row.tokenCountCompletion,
      }),
    }),
    costColumn({ width: 92, sortKey: 'tokenCostTotal', of: (row) => row.costSummary }),
  ];
}

interface PreviewsOf<Row> {
  annotations: KnownAnnotations;
  /** Returns where a search was found in a row. */
  findMatches: (row: Row) => readonly SearchMatch[] | undefined;
  /** Returns the name of the span in which it was found, if that is not the row itself. */
  findSpanName?: (row: Row) => string | undefined;
}

/** The columns for input and output, which spans and traces share, with what a search found. */
export function buildPreviewColumns<
  Row extends { inputPreview: ReceivedValue | null; outputPreview: ReceivedValue | null },
>({ annotations, findMatches, findSpanName }: PreviewsOf<Row>): DataColumn<Row>[] {
  const build = (
    id: 'input' | 'output',
    header: string,
    read: (row: Row) => ReceivedValue | null,
  ) => ({
    id,
    header,
    width: 240,
    grow: true,
    cell: (row: Row) => (
      <FoundText
        text={getReadableText(read(row))}
        column={id}
        isNarrow={annotations.isNarrow}
        matches={findMatches(row)}
        spanName={findSpanName?.(row)}
      />
    ),
  });
  return [
    build('input', 'Input', (row) => row.inputPreview),
    build('output', 'Output', (row) => row.outputPreview),
  ];
}

/** The user who is named in a row; hidden until chosen. */
export function buildUserColumn<Row extends { userId: string | null }>(): DataColumn<Row> {
  return textColumn({
    id: 'user',
    header: 'User',
    width: 120,
    optional: true,
    text: (row) => row.userId,
  });
}

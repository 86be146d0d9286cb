import { z } from 'zod';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { parseCursor } from '../../../kernel/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import {
  queryInt,
  queryList,
  queryText,
  queryTime,
} from '../../../kernel/validation/query-fields.js';
import { parseAttributeFilter } from '../attribute-filter.js';
import { readSearch } from '../../span-index/search-text.js';
import { SpanKind, SpanStatusCode } from '../span.enum.js';
import type { SpanListInput } from '../span-lists.service.js';

/** For the document: what `parseAttributeFilter` requires before it reads the value. */
const KEY_AND_VALUE = '^\\s*[^:\\s][^:]*:[\\s\\S]';

/** Parameters of the list of a project's spans in OTLP form. */
export const listOtlpSpansQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe('Page size. Defaults to 100.'),
  start_time: queryTime().optional().describe('Spans that began at this time or later.'),
  end_time: queryTime().optional().describe('Spans that began before this time.'),
  trace_id: queryList()
    .optional()
    .describe("The senders' trace IDs. Selects spans of any of these traces."),
  span_id: queryList().optional().describe("The senders' span IDs. Selects any of these spans."),
  parent_id: queryText()
    .optional()
    .describe('ID of the parent span, or the word `null` for spans without a parent.'),
  name: queryList().optional().describe('Exact names. Selects spans with any of them.'),
  search: queryText()
    .optional()
    .describe(
      'Words, parts of words, and phrases in double quotes. All of them must be in the name, error, ' +
        'attributes or events of a span, ignoring case and accents.',
    ),
  filter: queryText()
    .optional()
    .describe(
      "A condition on spans, such as `latency_ms > 1000 and span_kind == 'LLM'`. Only spans that meet it. An invalid condition is answered with 400.",
    ),
  status_code: queryList(z.string().meta({ enum: Object.values(SpanStatusCode) }))
    .optional()
    .describe('OK, ERROR or UNSET, ignoring case. Selects spans with any of them.'),
  attribute: queryList(z.string().meta({ pattern: KEY_AND_VALUE }))
    .optional()
    .describe(
      '`key:value`. All of them must match. The key is a dotted path into the attributes. The ' +
        'value has its JSON type: `user.id:12` is a number, `user.id:"12"` and `user.id:abc` are ' +
        'strings.',
    ),
});

/** Parameters of the list of a project's spans. */
export const listSpansQuery = z.object({
  sort: z
    .enum(['id', 'start_time'])
    .optional()
    .describe('`id`, the default, sorts by when spans were stored; `start_time`, by their start.'),
  order: z.enum(['asc', 'desc']).optional().describe('Direction of the sort. Defaults to `desc`.'),
  span_kind: queryList(z.string().meta({ enum: Object.values(SpanKind) }))
    .optional()
    .describe('Kinds such as LLM or TOOL, ignoring case. Selects spans of any of them.'),
  ...listOtlpSpansQuery.shape,
});

export type ListOtlpSpansQuery = z.output<typeof listOtlpSpansQuery>;
export type ListSpansQuery = z.output<typeof listSpansQuery>;

/**
 * Reads the requested page; by default, the span that was stored last comes first.
 * @throws UnprocessableError for an unknown kind or status, or if an attribute filter or a cursor
 * cannot be read.
 */
export function toSpanListInput(query: ListSpansQuery): SpanListInput {
  const dir = query.order ?? 'desc';
  return {
    filter: {
      kinds: query.span_kind?.map((kind) => readWord('span_kind', kind, Object.values(SpanKind))),
      statusCodes: query.status_code?.map((code) =>
        readWord('status_code', code, Object.values(SpanStatusCode)),
      ),
      attributes: query.attribute?.map(parseAttributeFilter),
      timeRange: { start: query.start_time, end: query.end_time },
      traceIds: query.trace_id,
      spanIds: query.span_id,
      search: readSearch(query.search),
      names: query.name,
      parentId: query.parent_id === 'null' ? null : query.parent_id,
    },
    order: query.sort === 'start_time' ? { col: 'startTime', dir } : { dir },
    start: { from: parseCursor(query.cursor) },
    limit: query.limit ?? DEFAULT_PAGE_SIZE,
  };
}

/** Returns one of the known words, ignoring case. */
function readWord(parameter: string, text: string, known: readonly string[]): string {
  const upper = text.toUpperCase();
  if (known.includes(upper)) return upper;
  throw new UnprocessableError(
    `Invalid ${parameter} value '${text}'. Valid values are: ${known.join(', ')}`,
  );
}

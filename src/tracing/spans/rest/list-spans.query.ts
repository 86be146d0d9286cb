import { UnprocessableError } from '../../../common/errors/errors.js';
import { parseCursor } from '../../../common/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../common/pagination/page.js';
import {
  QueryInt,
  QueryList,
  QueryText,
  QueryTime,
} from '../../../common/validation/query-params.js';
import { parseAttributeFilter } from '../attribute-filter.js';
import { SpanKind, SpanStatusCode } from '../span.enum.js';
import type { SpanListInput } from '../spans.service.js';

/** Parameters of the list of a project's spans in OTLP form. */
export class ListOtlpSpansDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page; 100 by default. */
  @QueryInt({ min: 1, max: MAX_PAGE_SIZE })
  limit?: number;

  /** Spans that began at this time or later. */
  @QueryTime()
  start_time?: string;

  /** Spans that began before this time. */
  @QueryTime()
  end_time?: string;

  /** The senders' trace ids; spans of any of them. */
  @QueryList()
  trace_id?: string[];

  /** The senders' span ids; any of them. */
  @QueryList()
  span_id?: string[];

  /** The word `null` for spans without a parent; otherwise the id of the parent span. */
  @QueryText()
  parent_id?: string;

  /** Exact names; any of them. */
  @QueryList()
  name?: string[];

  /** OK, ERROR or UNSET, in any case; any of them. */
  @QueryList()
  status_code?: string[];

  /**
   * `key:value`; all of them must match. The key is a dotted path into the attributes. The value has
   * its JSON type: `user.id:12` is a number, `user.id:"12"` and `user.id:abc` are strings.
   */
  @QueryList()
  attribute?: string[];
}

/** Parameters of the list of a project's spans. */
export class ListSpansDto extends ListOtlpSpansDto {
  /** Kinds such as LLM or TOOL, in any case; any of them. */
  @QueryList()
  span_kind?: string[];
}

/**
 * The page that the parameters ask for, the span stored last first.
 * @param kinds kinds in any case; the OTLP form of the list takes none.
 * @throws UnprocessableError for an unknown kind or status, and for an attribute filter or a cursor
 * that cannot be read.
 */
export function toSpanListInput(query: ListOtlpSpansDto, kinds?: readonly string[]): SpanListInput {
  return {
    filter: {
      kinds: kinds?.map((kind) => readWord('span_kind', kind, Object.values(SpanKind))),
      statusCodes: query.status_code?.map((code) =>
        readWord('status_code', code, Object.values(SpanStatusCode)),
      ),
      attributes: query.attribute?.map(parseAttributeFilter),
      timeRange: { start: query.start_time, end: query.end_time },
      traceIds: query.trace_id,
      spanIds: query.span_id,
      names: query.name,
      parentId: query.parent_id === 'null' ? null : query.parent_id,
    },
    order: { dir: 'desc' },
    start: { from: parseCursor(query.cursor) },
    limit: query.limit ?? DEFAULT_PAGE_SIZE,
  };
}

/** One of the known words, written in any case. */
function readWord(parameter: string, text: string, known: readonly string[]): string {
  const upper = text.toUpperCase();
  if (known.includes(upper)) return upper;
  throw new UnprocessableError(
    `Invalid ${parameter} value '${text}'. Valid values are: ${known.join(', ')}`,
  );
}

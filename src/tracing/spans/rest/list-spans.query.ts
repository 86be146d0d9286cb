import {
  QueryInt,
  QueryList,
  QueryText,
  QueryTime,
} from '../../../common/validation/query-params.js';

/** Parameters of the list of a project's spans in OTLP form. */
export class ListOtlpSpansDto {
  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1, max: 1000 })
  limit?: number;

  /** Spans that began at this time or later. */
  @QueryTime()
  start_time?: string;

  /** Spans that began before this time. */
  @QueryTime()
  end_time?: string;

  /** The senders' trace ids; any of them. */
  @QueryList()
  trace_id?: string[];

  /** The senders' span ids; any of them. */
  @QueryList()
  span_id?: string[];

  /** The word `null`: spans without a parent. Otherwise the children of the span of this id. */
  @QueryText()
  parent_id?: string;

  /** Exact names; any of them. */
  @QueryList()
  name?: string[];

  /** OK, ERROR or UNSET, in any case; any of them. */
  @QueryList()
  status_code?: string[];

  /**
   * `key:value`; all of them. The key is a dotted path into the attributes. The value has its JSON
   * type: `user.id:12` is a number, `user.id:"12"` and `user.id:abc` are strings.
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

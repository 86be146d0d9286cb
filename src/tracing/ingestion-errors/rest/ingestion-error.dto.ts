import { toGlobalId } from '../../../common/ids/global-id.js';
import type { IngestionErrorEntity } from '../ingestion-error.entity.js';
import { INGESTION_ERROR_TYPE } from '../ingestion-errors.service.js';

/** A span or an annotation that could not be stored, in the REST API. */
export class IngestionErrorItem {
  /** Global ID. */
  id: string;
  /** Name of the rule, such as `missing_span_id`. */
  reason: string;
  /** The problem, as a sentence. */
  message: string;
  /** Null if it could not be read. */
  trace_id: string | null;
  span_id: string | null;
  span_name: string | null;
  occurred_at: string;
}

/** A page of what could not be stored. */
export class IngestionErrorItemPage {
  data: IngestionErrorItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toIngestionErrorItem(row: IngestionErrorEntity): IngestionErrorItem {
  return {
    id: toGlobalId(INGESTION_ERROR_TYPE, row.id),
    reason: row.reason,
    message: row.message,
    trace_id: row.traceId,
    span_id: row.spanId,
    span_name: row.spanName,
    occurred_at: row.occurredAt,
  };
}

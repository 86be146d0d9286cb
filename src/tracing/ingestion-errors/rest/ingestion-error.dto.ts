import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { INGESTION_ERROR_TYPE, type IngestionErrorRow } from '../ingestion-errors.service.js';

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
  /** When its span was last sent again and refused; null if never. */
  resent_at: string | null;
  /** Whether its span is kept and can be sent again. */
  is_kept: boolean;
}

/** The counts of one call to send spans again. */
export class ResentSpansAnswer {
  /** Spans that are stored now. Their errors are deleted. */
  stored: number;
  /** Spans that were refused again. Their errors say why. */
  refused: number;
  /** The `cursor` of the next call; null if no more spans are left. */
  next_cursor: string | null;
}

/** The count of deleted errors. */
export class DeletedErrorsAnswer {
  deleted: number;
}

/** A page of what could not be stored. */
export class IngestionErrorItemPage {
  data: IngestionErrorItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toIngestionErrorItem(row: IngestionErrorRow): IngestionErrorItem {
  return {
    id: toGlobalId(INGESTION_ERROR_TYPE, row.id),
    reason: row.reason,
    message: row.message,
    trace_id: row.traceId,
    span_id: row.spanId,
    span_name: row.spanName,
    occurred_at: row.occurredAt,
    resent_at: row.resentAt,
    is_kept: row.isKept,
  };
}

import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { EXPORTER_TYPE, type CheckedExporter } from '../exporters.service.js';

/** A problem of an exporter, in words. */
export class ExporterProblemItem {
  /** `CLOCK_AHEAD`, `LATE`, `REFUSED` or `SILENT`. */
  kind: string;
  /** A sentence. */
  message: string;
  /** How to solve the problem. */
  advice: string;
}

/** A key of attributes that an exporter sends and Spandrel stores, but that means nothing to it. */
export class ExporterUnreadKeyItem {
  /** Its first 200 characters, with `N` for places in lists. */
  key: string;
  /** Requests that had it. */
  requests: number;
  /** The start of a value, masked. Null for keys that may hold secrets. */
  example: string | null;
  last_seen_at: string;
}

/** A sender of spans to a project over OTLP. Numbers of today begin at midnight UTC. */
export class ExporterItem {
  /** Global ID. */
  id: string;
  /** Null if unknown, like those of the SDK. */
  service_name: string | null;
  sdk_name: string | null;
  sdk_version: string | null;
  sdk_language: string | null;
  /** Name of its API key. Null without one, if it was deleted, and for viewers. */
  key_name: string | null;
  first_seen_at: string;
  last_seen_at: string;
  http_protobuf_requests: number;
  http_json_requests: number;
  grpc_requests: number;
  /** Accepted spans, with those that were sent again. */
  spans: number;
  spans_today: number;
  /** Accepted log records, with those that were sent again. */
  log_records: number;
  /** Accepted points of metrics, with those that were only counted. */
  metric_points: number;
  /** Spans that could not be stored. */
  refused: number;
  refused_today: number;
  last_refused_at: string | null;
  /** Reason of the last refused span. */
  last_refusal_reason: string | null;
  /** Spans that arrived more than ten minutes after their end. */
  late: number;
  late_today: number;
  /** The latest end of its last spans, in milliseconds after they arrived. */
  clock_ahead_ms: number | null;
  /** The most important first. */
  problems: ExporterProblemItem[];
  /** The most frequent first, at most 200: those that were seen last. */
  unread_keys: ExporterUnreadKeyItem[];
}

export class ExporterList {
  data: ExporterItem[];
}

/** @param showsKey whether the caller may see the name of the key. */
export function toExporterItem(
  { row, problems, unreadKeys }: CheckedExporter,
  showsKey: boolean,
): ExporterItem {
  return {
    id: toGlobalId(EXPORTER_TYPE, row.id),
    service_name: row.serviceName || null,
    sdk_name: row.sdkName || null,
    sdk_version: row.sdkVersion || null,
    sdk_language: row.sdkLanguage || null,
    key_name: showsKey ? row.keyName : null,
    first_seen_at: row.firstSeenAt,
    last_seen_at: row.lastSeenAt,
    http_protobuf_requests: row.httpProtobufRequests,
    http_json_requests: row.httpJsonRequests,
    grpc_requests: row.grpcRequests,
    spans: row.spanCount,
    spans_today: row.daySpanCount,
    log_records: row.logCount,
    metric_points: row.pointCount,
    refused: row.refusedCount,
    refused_today: row.dayRefusedCount,
    last_refused_at: row.lastRefusedAt,
    last_refusal_reason: row.lastReason,
    late: row.lateCount,
    late_today: row.dayLateCount,
    clock_ahead_ms: row.aheadMs,
    problems,
    unread_keys: unreadKeys.map(({ key, requestCount, example, lastSeenAt }) => ({
      key,
      requests: requestCount,
      example,
      last_seen_at: lastSeenAt,
    })),
  };
}

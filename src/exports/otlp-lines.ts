import { stringifyJson } from '../common/json/json.js';
import { toKeyValue, toOtlpAttributes } from '../common/spans/otlp-attributes.js';
import { parseWireTime } from '../common/time.js';
import type { QueriedSpan } from '../tracing/span-queries/span-queries.service.js';

const STATUS_CODES: Record<string, number> = { UNSET: 0, OK: 1, ERROR: 2 };

/** Writes spans of a project as an ExportTraceServiceRequest on one line. */
export function toOtlpLine(projectName: string, spans: readonly QueriedSpan[]): string {
  const project = {
    key: 'openinference.project.name',
    value: { stringValue: projectName },
  };
  const resource = { attributes: [project] };
  const scopeSpans = [{ scope: { name: 'spandrel' }, spans: spans.map(toOtlpSpan) }];
  return `${stringifyJson({ resourceSpans: [{ resource, scopeSpans }] })}\n`;
}

function toOtlpSpan(span: QueriedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: 1,
    startTimeUnixNano: toNanos(span.startTime),
    endTimeUnixNano: toNanos(span.endTime),
    attributes: toOtlpAttributes(span.attributes),
    events: span.events.map(({ name, timestamp, attributes }) => ({
      name,
      timeUnixNano: toNanos(timestamp),
      attributes: Object.keys(attributes).map((key) => toKeyValue(key, attributes[key] ?? null)),
    })),
    status: {
      code: STATUS_CODES[span.statusCode] ?? 0,
      ...(span.statusMessage === '' ? {} : { message: span.statusMessage }),
    },
  };
}

function toNanos(wire: string): string {
  return (parseWireTime(wire) * 1000n).toString();
}

import { stringifyJson } from '../kernel/json/json.js';
import { toKeyValue, toOtlpAttributes } from '../spans/otlp-attributes.js';
import { startShortTurns } from '../kernel/threads/turns.js';
import { parseWireTime } from '../kernel/time/time.js';
import type { QueriedSpan } from '../tracing/span-queries/span-queries.service.js';

const STATUS_CODES: Record<string, number> = { UNSET: 0, OK: 1, ERROR: 2 };

/** Writes spans of a project as an ExportTraceServiceRequest on one line. Others come in between large spans. */
export async function toOtlpLine(
  projectName: string,
  spans: readonly QueriedSpan[],
): Promise<Buffer> {
  const project = {
    key: 'openinference.project.name',
    value: { stringValue: projectName },
  };
  const resource = stringifyJson({ attributes: [project] });
  const rest = startShortTurns();
  // Bytes, because a long text would be joined and encoded in one turn when it is written.
  const written = [
    Buffer.from(
      `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{"name":"spandrel"},"spans":[`,
    ),
  ];
  for (const [at, span] of spans.entries()) {
    await rest();
    written.push(Buffer.from(`${at === 0 ? '' : ','}${stringifyJson(toOtlpSpan(span))}`));
  }
  written.push(Buffer.from(']}]}]}\n'));
  await rest();
  return Buffer.concat(written);
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

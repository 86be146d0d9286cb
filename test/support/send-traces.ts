import { randomBytes } from 'node:crypto';

type AttributeValue = string | number | boolean;

/** A span to send. Fields that are left out get defaults. */
export interface SpanToSend {
  name?: string;
  /** Random unless given. */
  spanId?: string;
  /** Sent as `openinference.span.kind`. */
  kind?: string;
  startedAt?: Date;
  /** Milliseconds after the start of the parent. */
  afterMs?: number;
  durationMs?: number;
  /** Error message, also sent as an exception. Without one, the status is OK. */
  failure?: string;
  /** The exception to send with `failure`, instead of one made from its message. */
  exception?: { type: string; message: string; stackTrace: string };
  attributes?: Record<string, AttributeValue>;
  children?: SpanToSend[];
}

export interface TraceToSend extends SpanToSend {
  project?: string;
  traceId?: string;
}

/**
 * Sends traces as an exporter does, over OTLP with JSON, and waits until they are stored. `headers`
 * can contain credentials.
 * @throws if the server does not accept all of them.
 */
export async function sendTraces(
  url: string,
  traces: TraceToSend[],
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ resourceSpans: traces.map(resourceSpans) }),
  });
  const answer = await response.text();
  if (!response.ok || answer.includes('rejectedSpans')) {
    throw new Error(`Not all spans were stored: ${response.status} ${answer}`);
  }
}

/** 128 random bits in hex, as in OTLP's JSON mapping. */
export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

function resourceSpans(trace: TraceToSend) {
  const { project = 'default', traceId = newTraceId() } = trace;
  return {
    resource: { attributes: attributes({ 'openinference.project.name': project }) },
    scopeSpans: [{ scope: { name: 'test' }, spans: flatten(trace, traceId) }],
  };
}

function flatten(span: SpanToSend, traceId: string, parentSpanId?: string): object[] {
  const spanId = span.spanId ?? randomBytes(8).toString('hex');
  const start = (span.startedAt ?? new Date()).getTime() + (span.afterMs ?? 0);
  const end = start + (span.durationMs ?? 100);
  const children = (span.children ?? []).flatMap((child) =>
    flatten({ startedAt: new Date(start), ...child }, traceId, spanId),
  );
  const own = {
    traceId,
    spanId,
    parentSpanId,
    name: span.name ?? 'step',
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    status: span.failure === undefined ? { code: 1 } : { code: 2, message: span.failure },
    attributes: attributes({ 'openinference.span.kind': span.kind ?? 'CHAIN', ...span.attributes }),
    events: span.failure === undefined ? [] : [exceptionEvent(span.failure, span, end)],
  };
  return [own, ...children];
}

function exceptionEvent(failure: string, { exception }: SpanToSend, at: number) {
  const type = exception?.type ?? 'TimeoutError';
  const message = exception?.message ?? failure;
  return {
    name: 'exception',
    timeUnixNano: nanoseconds(at),
    attributes: attributes({
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace':
        exception?.stackTrace ?? `${type}: ${message}\n    at search (tools.ts:12:7)`,
    }),
  };
}

function attributes(values: Record<string, AttributeValue>) {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function nanoseconds(milliseconds: number): string {
  return `${milliseconds}000000`;
}

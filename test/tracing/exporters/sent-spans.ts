import { randomBytes } from 'node:crypto';

export interface SentSpan {
  /** How long before now it ended. */
  endedMs?: number;
  spanId?: string;
  traceId?: string;
  attributes?: { key: string; value: object }[];
}

export const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** Sends spans of a service as an exporter does, and expects them to be answered. */
export async function sendFrom(
  url: string,
  project: string,
  service: string,
  spans: SentSpan[],
  headers: Record<string, string> = {},
): Promise<void> {
  const nanos = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`;
  const attributes = [
    text('openinference.project.name', project),
    text('service.name', service),
    text('telemetry.sdk.name', 'opentelemetry'),
    text('telemetry.sdk.version', '1.38.0'),
    text('telemetry.sdk.language', 'python'),
  ];
  const sent = spans.map(({ endedMs = 1_000, spanId, traceId, attributes: own = [] }) => ({
    traceId: traceId ?? randomBytes(16).toString('hex'),
    spanId: spanId ?? randomBytes(8).toString('hex'),
    name: 'step',
    startTimeUnixNano: nanos(Date.now() - endedMs - 500),
    endTimeUnixNano: nanos(Date.now() - endedMs),
    attributes: own,
  }));
  const response = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: sent }] }],
    }),
  });
  expect(response.status).toBe(200);
}

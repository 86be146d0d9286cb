import { setTimeout as sleep } from 'node:timers/promises';
import { anOtlpSpan, newTraceId, postTraces, protobufRequest } from '../ingest/otlp.js';
import { eventually } from '../support/eventually.js';

const SPANS_PER_REQUEST = 20;
const REQUESTS_PER_TRACE = 2;
const RETRY_MS = 100;

/** Sends traces until it is stopped, each request again until it is acknowledged, and remembers its spans. */
export class RetryingSender {
  readonly acknowledged = new Set<string>();
  /** The statuses of the responses; 0 for requests without one. */
  readonly statuses = new Map<number, number>();
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  /** @param url of a server, for each request. */
  constructor(private readonly url: () => string) {
    this.running = this.send();
  }

  /** How many requests had to be sent again. */
  get refused(): number {
    let refused = 0;
    for (const [status, count] of this.statuses) if (status !== 200) refused += count;
    return refused;
  }

  async hasAcknowledged(count: number): Promise<void> {
    await eventually('acknowledgements', async () => this.acknowledged.size > count, {
      withinMs: 60_000,
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async send(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const traceId = newTraceId();
      for (let request = 0; request < REQUESTS_PER_TRACE; request++) await this.sendPart(traceId);
    }
  }

  private async sendPart(traceId: string): Promise<void> {
    const attributes = { 'session.id': `session ${traceId.slice(0, 1)}` };
    const spans = Array.from({ length: SPANS_PER_REQUEST }, () =>
      anOtlpSpan({ traceId, attributes }),
    );
    while ((await this.post(protobufRequest(spans))) !== 200) await sleep(RETRY_MS);
    for (const span of spans) this.acknowledged.add(`${traceId} ${span.spanId}`);
  }

  private async post(body: Buffer): Promise<number> {
    const response = await postTraces(this.url(), body).catch(() => null);
    const status = response?.status ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return status;
  }
}

import { Counter, Gauge, Histogram } from 'prom-client';

export const receivedSpans = new Counter({
  name: 'spandrel_ingest_spans_received_total',
  help: 'Spans received in readable requests.',
});

export const storedSpans = new Counter({
  name: 'spandrel_ingest_spans_stored_total',
  help: 'Spans inserted and committed.',
});

export const duplicateSpans = new Counter({
  name: 'spandrel_ingest_spans_duplicate_total',
  help: 'Spans skipped because they were already stored.',
});

export const discardedSpans = new Counter({
  name: 'spandrel_ingest_spans_discarded_total',
  help: 'Spans rejected, by reason.',
  labelNames: ['reason'],
});

export const refusedRequests = new Counter({
  name: 'spandrel_ingest_requests_refused_total',
  help: 'Requests rejected as a whole, by reason.',
  labelNames: ['reason'],
});

export const inFlightBytes = new Gauge({
  name: 'spandrel_ingest_in_flight_bytes',
  help: 'Decompressed bytes of requests that are accepted but not answered yet.',
});

export const flushSeconds = new Histogram({
  name: 'spandrel_ingest_flush_seconds',
  help: 'Duration of one group commit.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const storedLogs = new Counter({
  name: 'spandrel_ingest_logs_stored_total',
  help: 'Log records committed, with those that were sent again.',
});

export const discardedLogs = new Counter({
  name: 'spandrel_ingest_logs_discarded_total',
  help: 'Log records rejected, by reason.',
  labelNames: ['reason'],
});

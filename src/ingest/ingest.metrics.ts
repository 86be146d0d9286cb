import { Counter, Gauge, Histogram } from 'prom-client';

export const receivedSpans = new Counter({
  name: 'spandrel_ingest_spans_received_total',
  help: 'Spans of requests that could be read.',
});

export const storedSpans = new Counter({
  name: 'spandrel_ingest_spans_stored_total',
  help: 'Spans inserted and committed.',
});

export const duplicateSpans = new Counter({
  name: 'spandrel_ingest_spans_duplicate_total',
  help: 'Spans left out because they were stored already.',
});

export const discardedSpans = new Counter({
  name: 'spandrel_ingest_spans_discarded_total',
  help: 'Spans refused, by reason.',
  labelNames: ['reason'],
});

export const refusedRequests = new Counter({
  name: 'spandrel_ingest_requests_refused_total',
  help: 'Requests of which nothing was read or stored, by reason.',
  labelNames: ['reason'],
});

export const inFlightBytes = new Gauge({
  name: 'spandrel_ingest_in_flight_bytes',
  help: 'Inflated bytes of requests accepted but not answered yet.',
});

export const flushSeconds = new Histogram({
  name: 'spandrel_ingest_flush_seconds',
  help: 'Duration of one group commit.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

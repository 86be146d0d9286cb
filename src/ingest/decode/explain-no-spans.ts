import { cleanText } from '../../common/json/clean-json.js';
import { cutText } from '../../common/text/cut-text.js';
import type { OtlpEncoding } from './decode-traces.js';
import { parseBody } from './otlp-json.js';

/** How many unknown fields to name, and how much of each. */
const MOST_NAMES = 5;
const LONGEST_NAME = 60;

const SPANS = new Set(['resourceSpans', 'resource_spans']);

/** What belongs to other endpoints. */
const OTHERS = new Map([
  ['resourceLogs', '/v1/logs'],
  ['resource_logs', '/v1/logs'],
  ['resourceMetrics', '/v1/metrics'],
  ['resource_metrics', '/v1/metrics'],
]);

/**
 * Tells a sender why nothing was read of a body without spans; null if it is empty, which some send to find out whether
 * anybody listens.
 * @param body one that has been decoded.
 */
export function explainNoSpans(body: Uint8Array, encoding: OtlpEncoding): string | null {
  if (body.length === 0) return null;
  if (encoding === 'protobuf') {
    return 'The body has no spans that can be read as an ExportTraceServiceRequest.';
  }
  const names = Object.keys(parseBody(body));
  if (names.length === 0) return null;
  const other = names.find((name) => OTHERS.has(name));
  if (other !== undefined) return `The body has no spans: send ${other} to ${OTHERS.get(other)}.`;
  const expected = 'They are expected as resourceSpans[].scopeSpans[].spans[].';
  const unknown = names.filter((name) => !SPANS.has(name));
  if (unknown.length === 0) return `The body has no spans. ${expected}`;
  const listed = unknown
    .slice(0, MOST_NAMES)
    .map((name) => `"${cleanText(cutText(name, LONGEST_NAME))}"`)
    .join(', ');
  return `The body has no spans, but ${listed}. ${expected}`;
}

import { cleanText } from '../../kernel/json/clean-json.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { cutText } from '../../kernel/text/cut-text.js';
import type { OtlpEncoding } from './decode-traces.js';
import { parseBody } from './otlp-json.js';

/** How many unknown fields to name, and how much of each. */
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 60;

/** The items that each endpoint accepts, and their path in a body. */
const SIGNALS = {
  spans: {
    what: 'spans',
    path: '/v1/traces',
    place: ['resourceSpans', 'scopeSpans', 'spans'],
    request: 'ExportTraceServiceRequest',
  },
  logs: {
    what: 'log records',
    path: '/v1/logs',
    place: ['resourceLogs', 'scopeLogs', 'logRecords'],
    request: 'ExportLogsServiceRequest',
  },
  metrics: {
    what: 'metrics',
    path: '/v1/metrics',
    place: ['resourceMetrics', 'scopeMetrics', 'metrics'],
    request: 'ExportMetricsServiceRequest',
  },
} as const;

const ENDPOINTS = new Map(
  Object.values(SIGNALS).flatMap(({ path, place: [resources] }) =>
    spellings(resources).map((name) => [name, path] as const),
  ),
);

/**
 * Explains to a sender why nothing was read of a body without spans, log records or metrics; null if it is
 * empty, which some send to find out whether anybody listens. Senders of logs and metrics also send lists
 * without any.
 * @param body one that has been decoded.
 */
export function explainNothing(
  signal: keyof typeof SIGNALS,
  body: Uint8Array,
  encoding: OtlpEncoding,
): string | null {
  if (body.length === 0) return null;
  const { what, path, place, request } = SIGNALS[signal];
  const isSpans = signal === 'spans';
  if (encoding === 'protobuf') {
    return isSpans ? `The body has no ${what} that can be read as an ${request}.` : null;
  }
  const root = parseBody(body);
  const names = Object.keys(root);
  if (names.length === 0) return null;
  const other = names.find((name) => ENDPOINTS.has(name) && ENDPOINTS.get(name) !== path);
  if (other !== undefined) {
    return `The body has no ${what}: send ${other} to ${ENDPOINTS.get(other)}.`;
  }
  const [resources, scopes] = place;
  const expected = `They are expected as ${place.map((name) => `${name}[]`).join('.')}.`;
  const unknown = [
    ...names.filter((name) => !spellings(resources).includes(name)),
    ...listMembers(root, resources).filter((name) => !isKnownMember(name, scopes)),
  ];
  if (unknown.length === 0) return isSpans ? `The body has no ${what}. ${expected}` : null;
  const listed = unknown
    .slice(0, MAX_NAMES)
    .map((name) => `"${cleanText(cutText(name, MAX_NAME_LENGTH))}"`)
    .join(', ');
  return `The body has no ${what}, but ${listed}. ${expected}`;
}

/** Lists the names of what is in the resources, which another version of OTLP calls otherwise. */
function listMembers(root: JsonObject, resources: string): string[] {
  const lists = spellings(resources).map((name) => (Object.hasOwn(root, name) ? root[name] : []));
  const members = lists.flat().filter((one) => one !== undefined && isJsonObject(one));
  return [...new Set(members.flatMap((one) => Object.keys(one)))];
}

function isKnownMember(name: string, scopes: string): boolean {
  return ['resource', ...spellings(scopes), ...spellings('schemaUrl')].includes(name);
}

/** A name as OTLP writes it, and with underscores. */
function spellings(name: string): string[] {
  return [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

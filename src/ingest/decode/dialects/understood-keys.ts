import { DIALECTS } from './dialects.js';

/** First segments of OpenInference. */
const OPENINFERENCE = [
  'agent',
  'audio',
  'document',
  'embedding',
  'exception',
  'graph',
  'image',
  'input',
  'llm',
  'message',
  'message_content',
  'metadata',
  'openinference',
  'output',
  'prompt',
  'reranker',
  'retrieval',
  'session',
  'tag',
  'tool',
  'tool_call',
  'user',
];

/** First segments of what OpenTelemetry says of any application. */
const GENERAL = [
  'client',
  'cloud',
  'code',
  'db',
  'enduser',
  'error',
  'event',
  'faas',
  'host',
  'http',
  'k8s',
  'messaging',
  'net',
  'network',
  'os',
  'otel',
  'peer',
  'process',
  'rpc',
  'server',
  'service',
  'telemetry',
  'thread',
  'url',
  'user_agent',
];

const UNDERSTOOD = new Set([
  ...DIALECTS.flatMap(({ prefixes }) => prefixes),
  ...OPENINFERENCE,
  ...GENERAL,
]);

const SEPARATOR = /[.:]/;

/**
 * Returns whether a dialect, OpenInference or the general conventions of OpenTelemetry have keys that begin like this one. So a key
 * that is new in one of them counts as understood.
 */
export function isUnderstood(key: string): boolean {
  const [first = '', second] = key.split(SEPARATOR, 2);
  if (UNDERSTOOD.has(first)) return true;
  return second !== undefined && UNDERSTOOD.has(key.slice(0, first.length + 1 + second.length));
}

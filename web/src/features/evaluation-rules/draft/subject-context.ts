import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { readJsonText } from '../../../lib/json/json-text.js';
import type { SubjectSpan } from '../api/newest-subject.js';
import type { RuleTarget } from '../api/rules.js';

const OF_SPAN = ['input', 'output', 'metadata', 'attributes', 'name', 'kind'];

/** The context of an evaluator for a span, trace or session. */
export const MEMBERS: Record<RuleTarget, readonly string[]> = {
  SPAN: OF_SPAN,
  TRACE: [...OF_SPAN, 'spans'],
  SESSION: ['input', 'output', 'metadata', 'traces'],
};

/**
 * Returns what an evaluator sees of a span, or of a trace or session with this root span, as far as that
 * shows which paths there are. Without a span, all members are null.
 */
export function toContext(target: RuleTarget, span: SubjectSpan | undefined): Record<string, Json> {
  const attributes = span ? parseOr(span.attributes, {}) : null;
  const ends = { input: readEnd(attributes, 'input'), output: readEnd(attributes, 'output') };
  if (target === 'SESSION') return { ...ends, metadata: null, traces: [ends] };
  const stored = readAt(attributes, ['metadata']) ?? null;
  const metadata = typeof stored === 'string' ? parseOr(stored, stored) : stored;
  const about = { name: span?.name ?? null, kind: span?.spanKind ?? null };
  const root = { ...ends, metadata, attributes, ...about };
  if (target === 'SPAN') return root;
  return { ...root, spans: [{ ...about, status_code: null, status_message: null, ...ends }] };
}

/** JSON is parsed, as the server does it. */
function readEnd(attributes: Json, end: 'input' | 'output'): Json {
  const value = readAt(attributes, [end, 'value']) ?? null;
  const isJson = readAt(attributes, [end, 'mime_type']) === 'application/json';
  return isJson && typeof value === 'string' ? parseOr(value, value) : value;
}

function readAt(value: Json, names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (found, name) => (found !== undefined && isObject(found) ? found[name] : undefined),
    value,
  );
}

function parseOr(text: string, otherwise: Json): Json {
  const reading = readJsonText(text);
  return 'value' in reading ? reading.value : otherwise;
}

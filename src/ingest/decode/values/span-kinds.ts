import type { JsonValue } from '../../../kernel/json/json.js';

/** The span kinds for filters. Any other kind is stored as UNKNOWN. */
export const SPAN_KINDS = [
  'LLM',
  'CHAIN',
  'TOOL',
  'RETRIEVER',
  'EMBEDDING',
  'AGENT',
  'RERANKER',
  'GUARDRAIL',
  'DECISION',
  'EVALUATOR',
  'PROMPT',
  'UNKNOWN',
] as const;

export type SpanKind = (typeof SPAN_KINDS)[number];

/** Returns the kind that a text names, ignoring case; UNKNOWN for anything else. */
export function parseSpanKind(value: JsonValue | undefined): SpanKind {
  return findSpanKind(value) ?? 'UNKNOWN';
}

/** Like `parseSpanKind`, but returns undefined for anything else. */
export function findSpanKind(value: JsonValue | undefined): SpanKind | undefined {
  if (typeof value !== 'string') return undefined;
  const kind = value.toUpperCase();
  return SPAN_KINDS.find((known) => known === kind);
}

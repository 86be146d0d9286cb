import type { SPAN_KIND_COLOR } from '../../lib/theme/palette.js';

/** A span kind as GraphQL names it. */
export type SpanKind = keyof typeof SPAN_KIND_COLOR;

/** Every span kind, in the order lists and filters show them. */
export const SPAN_KINDS: readonly SpanKind[] = [
  'agent',
  'chain',
  'llm',
  'tool',
  'retriever',
  'reranker',
  'embedding',
  'guardrail',
  'evaluator',
  'prompt',
  'unknown',
];

/** The name of a kind as it is written in the interface. */
export const SPAN_KIND_LABEL: Record<SpanKind, string> = {
  agent: 'Agent',
  chain: 'Chain',
  llm: 'LLM',
  tool: 'Tool',
  retriever: 'Retriever',
  reranker: 'Reranker',
  embedding: 'Embedding',
  guardrail: 'Guardrail',
  evaluator: 'Evaluator',
  prompt: 'Prompt',
  unknown: 'Unknown',
};

/** CSS value of a kind's colour in the current theme; fit for text, icons and bars. */
export function spanKindColor(kind: SpanKind): string {
  return `var(--kind-${kind})`;
}

/** CSS value of a kind's faint ground, on which its own colour stays readable. */
export function spanKindGround(kind: SpanKind): string {
  return `var(--kind-${kind}-ground)`;
}

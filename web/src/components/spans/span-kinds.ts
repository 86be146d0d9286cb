import type { SPAN_KIND_COLOR } from '../../lib/theme/palette.js';

/** A span kind as named by GraphQL. */
export type SpanKind = keyof typeof SPAN_KIND_COLOR;

/** All span kinds, in the order of lists and filters. */
export const SPAN_KINDS: readonly SpanKind[] = [
  'agent',
  'chain',
  'llm',
  'tool',
  'retriever',
  'reranker',
  'embedding',
  'guardrail',
  'decision',
  'evaluator',
  'prompt',
  'unknown',
];

/** The labels of span kinds. */
export const SPAN_KIND_LABEL: Record<SpanKind, string> = {
  agent: 'Agent',
  chain: 'Chain',
  llm: 'LLM',
  tool: 'Tool',
  retriever: 'Retriever',
  reranker: 'Reranker',
  embedding: 'Embedding',
  guardrail: 'Guardrail',
  decision: 'Decision',
  evaluator: 'Evaluator',
  prompt: 'Prompt',
  unknown: 'Unknown',
};

/** Returns the CSS value of a kind’s color in the current theme, for text, icons and bars. */
export function getSpanKindColor(kind: SpanKind): string {
  return `var(--kind-${kind})`;
}

/** Returns the CSS value of a kind’s tinted background, on which its color is readable. */
export function getSpanKindGround(kind: SpanKind): string {
  return `var(--kind-${kind}-ground)`;
}

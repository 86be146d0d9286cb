import { registerEnumType } from '@nestjs/graphql';

/** What a step of a trace does; a kind that is none of these is stored and shown as unknown. */
export enum SpanKind {
  chain = 'CHAIN',
  tool = 'TOOL',
  llm = 'LLM',
  prompt = 'PROMPT',
  retriever = 'RETRIEVER',
  embedding = 'EMBEDDING',
  agent = 'AGENT',
  reranker = 'RERANKER',
  evaluator = 'EVALUATOR',
  guardrail = 'GUARDRAIL',
  unknown = 'UNKNOWN',
}

registerEnumType(SpanKind, { name: 'SpanKind', description: 'What a step of a trace does.' });

const BY_COLUMN = new Map<string, SpanKind>(Object.values(SpanKind).map((kind) => [kind, kind]));

/** The kind written in a row. */
export function toSpanKind(column: string): SpanKind {
  return BY_COLUMN.get(column) ?? SpanKind.unknown;
}

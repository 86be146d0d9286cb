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

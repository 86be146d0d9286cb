/** The kind of operation. Any other kind is stored and shown as unknown. */
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
  decision = 'DECISION',
  unknown = 'UNKNOWN',
}

/** The status of a span. UNSET if its instrumentation did not set it. */
export enum SpanStatusCode {
  OK = 'OK',
  ERROR = 'ERROR',
  UNSET = 'UNSET',
}

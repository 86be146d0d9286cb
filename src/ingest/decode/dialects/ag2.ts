import type { Dialect } from './dialect.js';

const KIND = 'openinference.span.kind';

const KINDS = new Map([
  ['agent', 'AGENT'],
  ['llm', 'LLM'],
  ['tool', 'TOOL'],
  // Says again what the request beside it has used.
  ['usage', 'CHAIN'],
]);

/** AG2, which says beside `gen_ai` what a span is. It is asked first, because its reports of usage look like requests. */
export const AG2: Dialect = {
  prefixes: ['ag2'],
  fields: [
    [
      'ag2.span.type',
      KIND,
      (type) => (typeof type === 'string' ? (KINDS.get(type) ?? 'CHAIN') : undefined),
    ],
    ['gen_ai.usage.thinking_tokens', 'llm.token_count.completion_details.reasoning'],
  ],
};

import type { Dialect } from './dialect.js';
import { readMessages } from '../messages/read-messages.js';
import { readText } from './sources.js';

const KIND = 'openinference.span.kind';

const KINDS = new Map([
  ['agent_run', 'AGENT'],
  ['model_generation', 'LLM'],
  ['model_step', 'CHAIN'],
  ['model_inference', 'CHAIN'],
  ['model_chunk', 'CHAIN'],
  ['llm_generation', 'LLM'],
  ['tool_call', 'TOOL'],
  ['client_tool_call', 'TOOL'],
  ['mcp_tool_call', 'TOOL'],
  ['processor_run', 'CHAIN'],
  ['rag_embedding', 'EMBEDDING'],
  ['rag_vector_operation', 'RETRIEVER'],
  ['rag_rerank', 'RERANKER'],
  ['scorer_run', 'EVALUATOR'],
]);

/** Mastra, which says with `gen_ai` what that has words for, and the rest below the type of the span. */
export const MASTRA: Dialect = {
  prefixes: ['mastra'],
  fields: [
    ['mastra.metadata.sessionId', 'session.id'],
    ['mastra.metadata.threadId', 'session.id'],
    ['mastra.metadata.userId', 'user.id'],
    ['mastra.metadata.resourceId', 'user.id'],
    ['mastra.tags', 'tag.tags'],
  ],
  derive({ attributes }, derived) {
    const type = readText(attributes, 'mastra.span.type');
    if (type === undefined) return;
    derived.set(KIND, KINDS.get(type) ?? 'CHAIN');
    const asked = attributes.get(`mastra.${type}.input`) ?? attributes.get('mastra.input');
    const answer = attributes.get(`mastra.${type}.output`) ?? attributes.get('mastra.output');
    if (derived.kind === 'LLM') {
      derived.setMessages('input', readMessages(asked, 'user'));
      derived.setMessages('output', readMessages(answer, 'assistant'));
    }
    if (derived.kind === 'TOOL' && asked !== undefined) derived.set('tool.parameters', asked);
    derived.setValue('input', asked);
    derived.setValue('output', answer);
  },
};

import type { Dialect } from './dialect.js';
import { readMessages } from '../messages/read-messages.js';
import { readText } from './sources.js';

const KIND = 'openinference.span.kind';

/** The kinds of spans by the last word of a component's class. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/Generator$/, 'LLM'],
  [/Embedder$/, 'EMBEDDING'],
  [/Retriever$|WebSearch$/, 'RETRIEVER'],
  [/Ranker$/, 'RERANKER'],
  [/ToolInvoker$/, 'TOOL'],
  [/Agent$/, 'AGENT'],
  [/PromptBuilder$/, 'PROMPT'],
  [/Evaluator$/, 'EVALUATOR'],
];

/** Haystack's pipelines and their components. */
export const HAYSTACK: Dialect = {
  prefixes: ['haystack'],
  derive({ attributes }, derived) {
    const type = readText(attributes, 'haystack.component.type');
    derived.set(KIND, KINDS.find(([pattern]) => pattern.test(type ?? ''))?.[1] ?? 'CHAIN');
    const asked =
      attributes.get('haystack.component.input') ?? attributes.get('haystack.pipeline.input_data');
    const answer =
      attributes.get('haystack.component.output') ??
      attributes.get('haystack.pipeline.output_data');
    if (derived.kind === 'LLM') {
      derived.setMessages('input', readMessages(asked, 'user'));
      derived.setMessages('output', readMessages(answer, 'assistant'));
    }
    derived.setValue('input', asked);
    derived.setValue('output', answer);
  },
};

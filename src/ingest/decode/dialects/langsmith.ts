import type { Dialect } from './dialect.js';
import { setDocuments } from './documents.js';
import { readMessages } from '../messages/read-messages.js';
import { readObject, readText } from './sources.js';
import { setUsage } from './usage-object.js';

const KIND = 'openinference.span.kind';
const METADATA = 'langsmith.metadata.';

const KINDS = new Map([
  ['llm', 'LLM'],
  ['chain', 'CHAIN'],
  ['tool', 'TOOL'],
  ['retriever', 'RETRIEVER'],
  ['embedding', 'EMBEDDING'],
  ['prompt', 'PROMPT'],
  ['parser', 'CHAIN'],
]);

/** LangSmith's SDKs, which put inputs and outputs of all kinds into `gen_ai.prompt` and `gen_ai.completion`. */
export const LANGSMITH: Dialect = {
  prefixes: ['langsmith'],
  fields: [
    [
      'langsmith.span.kind',
      KIND,
      (kind) => (typeof kind === 'string' ? KINDS.get(kind.toLowerCase()) : undefined),
    ],
    ['langsmith.trace.session_id', 'session.id'],
    [`${METADATA}session_id`, 'session.id'],
    [`${METADATA}thread_id`, 'session.id'],
    [`${METADATA}conversation_id`, 'session.id'],
    [`${METADATA}user_id`, 'user.id'],
    [`${METADATA}ls_model_name`, 'llm.model_name'],
    [`${METADATA}ls_provider`, 'llm.provider'],
  ],
  derive({ attributes }, derived) {
    // Its exporter says `embeddings` of a retriever in the words of the convention.
    if (readText(attributes, 'langsmith.span.kind') === 'retriever') {
      derived.replace(KIND, 'RETRIEVER');
    }
    const asked = attributes.get('gen_ai.prompt');
    const answer = attributes.get('gen_ai.completion');
    if (derived.kind === 'LLM') {
      derived.setMessages('input', readMessages(asked, 'user'));
      derived.setMessages('output', readMessages(answer, 'assistant'));
    }
    if (derived.kind === 'TOOL' && readObject(attributes, 'gen_ai.prompt'))
      derived.set('tool.parameters', asked);
    if (derived.kind === 'RETRIEVER') setDocuments(derived, answer);
    setUsage(derived, readObject(attributes, `${METADATA}usage_metadata`));
    derived.setValue('input', asked);
    derived.setValue('output', answer);
  },
};

import type { Dialect } from './dialect.js';

const KIND = 'openinference.span.kind';

const KINDS = new Map([
  ['chat_client', 'AGENT'],
  ['advisor', 'CHAIN'],
  ['tool_call', 'TOOL'],
  ['vector_store', 'RETRIEVER'],
  ['chat_model', 'LLM'],
  ['embedding_model', 'EMBEDDING'],
]);

/** Spring AI, which says with `gen_ai` only what its model calls are. */
export const SPRING_AI: Dialect = {
  prefixes: ['spring'],
  fields: [
    ['spring.ai.kind', KIND, (kind) => (typeof kind === 'string' ? KINDS.get(kind) : undefined)],
    ['spring.ai.tool.definition.name', 'tool.name'],
    ['spring.ai.tool.definition.description', 'tool.description'],
    ['spring.ai.chat.client.conversation.id', 'session.id'],
    ['spring.ai.chat.client.advisors.conversation.id', 'session.id'],
  ],
  derive({ attributes }, derived) {
    const given = attributes.get('spring.ai.tool.call.arguments');
    if (given !== undefined) derived.set('tool.parameters', given);
    derived.setValue(
      'input',
      given ??
        attributes.get('spring.ai.chat.client.user.text') ??
        attributes.get('db.vector.query.content'),
    );
    derived.setValue('output', attributes.get('spring.ai.tool.call.result'));
  },
};

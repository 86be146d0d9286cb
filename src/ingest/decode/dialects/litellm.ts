import type { Dialect } from './dialect.js';

/** LiteLLM, which speaks `gen_ai` but for the span of the raw request below that of the call. */
export const LITELLM: Dialect = {
  prefixes: [
    'litellm',
    ...[
      'openai',
      'azure',
      'anthropic',
      'bedrock',
      'gemini',
      'vertex_ai',
      'mistral',
      'groq',
      'ollama',
    ].map((provider) => `llm.${provider}`),
  ],
  fields: [
    ['metadata.session_id', 'session.id'],
    ['metadata.litellm_session_id', 'session.id'],
    ['metadata.user_api_key_end_user_id', 'user.id', (id) => (id === '' ? undefined : id)],
  ],
  derive({ name }, derived) {
    if (name === 'raw_gen_ai_request') derived.implyKind('CHAIN');
  },
};

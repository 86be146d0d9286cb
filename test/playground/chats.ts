import { events } from '../support/provider-server.js';

/** A piece of an answer, as OpenAI's chat completions stream it. */
export const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chat-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
});

const USAGE = {
  ...chunk({}),
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
};

/** `Grüß Gott` in two pieces, with its usage. */
export const GREETING = [
  chunk({ content: 'Grüß ' }),
  chunk({ content: 'Gott' }),
  chunk({}, 'stop'),
  USAGE,
];

export const greet = events(GREETING, { done: '[DONE]' });

/** The message of a prompt. */
export const message = (role: string, text: string) => ({ role, content: [{ text: { text } }] });

/** The version of a prompt that asks a local model. */
export const aVersion = (rest: object = {}) => ({
  templateFormat: 'MUSTACHE',
  template: { messages: [message('SYSTEM', 'Be polite.'), message('USER', 'Hi {{name}}')] },
  invocationParameters: { openai: { temperature: 0.5 } },
  modelProvider: 'OLLAMA',
  modelName: 'small',
  ...rest,
});

/** The input of a chat. */
export const aChat = (rest: object = {}) => ({
  promptVersion: aVersion(),
  template: { variables: { name: 'Ada' }, format: 'MUSTACHE' },
  repetitions: 1,
  ...rest,
});

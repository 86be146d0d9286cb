import { readMessages, readSaid } from '../messages/read-messages.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { readText, toNumber } from './sources.js';
import { setTools } from './tools.js';

const KIND = 'openinference.span.kind';

const MS_PER_SECOND = 1000;

/** A key that each of its spans has, by its name, which is too plain to tell whose it is. */
const MARKS = new Map([
  ['conversation', 'conversation.id'],
  ['turn', 'turn.number'],
  ['llm', 'stream'],
  ['stt', 'vad_enabled'],
  ['tts', 'voice_id'],
]);

/**
 * Pipecat, which speaks `gen_ai` but for what is said, in keys without a prefix. It is asked first, because its
 * instructions are among the messages, too.
 */
export const PIPECAT: Dialect = {
  prefixes: [],
  names: [...MARKS.keys()],
  derive({ name, attributes }, derived) {
    const mark = MARKS.get(name);
    if (mark === undefined || !attributes.has(mark)) return;
    derived.set(KIND, name === 'llm' ? 'LLM' : 'CHAIN');
    derived.set('session.id', attributes.get('conversation.id'));
    if (name === 'llm') setModelCall(attributes, derived);
    derived.setValue('input', attributes.get('input') ?? readText(attributes, 'text'));
    derived.setValue('output', attributes.get('output') ?? readText(attributes, 'transcript'));
  },
};

function setModelCall(source: SentAttributes, derived: Derived): void {
  derived.setMessages('input', readMessages(source.get('input'), 'user'));
  derived.setMessages('output', readSaid(readText(source, 'output'), 'assistant'));
  setTools(derived, source.get('tools'));
  const firstByte = toNumber(source.get('metrics.ttfb'));
  if (firstByte !== undefined && firstByte >= 0) {
    derived.set('llm.time_to_first_token_ms', firstByte * MS_PER_SECOND);
  }
}

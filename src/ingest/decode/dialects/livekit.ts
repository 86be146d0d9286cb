import { getOwn, isJsonObject } from '../../../kernel/json/json.js';
import type { Dialect } from './dialect.js';
import { readMessages } from '../messages/read-messages.js';
import { readObject, readText, toNumber } from './sources.js';

const KIND = 'openinference.span.kind';

const KINDS = new Map([
  ['agent_session', 'CHAIN'],
  ['start_agent_activity', 'CHAIN'],
  ['user_turn', 'CHAIN'],
  ['user_speaking', 'CHAIN'],
  ['agent_speaking', 'CHAIN'],
  ['agent_turn', 'AGENT'],
  ['llm_node', 'CHAIN'],
  ['llm_request', 'LLM'],
  ['llm_request_run', 'CHAIN'],
  ['function_tool', 'TOOL'],
  ['tts_node', 'CHAIN'],
  ['tts_request', 'CHAIN'],
  ['tts_request_run', 'CHAIN'],
  ['eou_detection', 'CHAIN'],
]);

const MS_PER_SECOND = 1000;

/** LiveKit's agents, whose spans say by their names what they are. */
export const LIVEKIT: Dialect = {
  prefixes: ['lk'],
  fields: [
    ['lk.function_tool.name', 'tool.name'],
    ['lk.function_tool.id', 'tool.id'],
    ['lk.agent_name', 'agent.name'],
    ['lk.session_id', 'session.id'],
    ['lk.room_id', 'session.id'],
    ['lk.participant_identity', 'user.id'],
  ],
  derive({ name, attributes }, derived) {
    derived.set(KIND, KINDS.get(name));
    derived.implyKind('CHAIN');
    const firstToken = toNumber(
      attributes.get('lk.response.ttft') ?? attributes.get('lk.llm_metrics.ttft'),
    );
    if (firstToken !== undefined)
      derived.set('llm.time_to_first_token_ms', firstToken * MS_PER_SECOND);
    const context = readObject(attributes, 'lk.chat_ctx');
    const items = context && getOwn(context, 'items');
    if (Array.isArray(items))
      derived.setMessages('input', readMessages(items.filter(isJsonObject), 'user'));
    const given =
      attributes.get('lk.function_tool.arguments') ??
      attributes.get('lk.pii.function_tool.arguments');
    if (given !== undefined) derived.set('tool.parameters', given);
    derived.setValue(
      'input',
      given ??
        readText(
          attributes,
          'lk.user_input',
          'lk.pii.user_input',
          'lk.input_text',
          'lk.user_transcript',
        ),
    );
    derived.setValue(
      'output',
      attributes.get('lk.function_tool.output') ??
        attributes.get('lk.pii.function_tool.output') ??
        attributes.get('lk.response.text') ??
        attributes.get('lk.pii.response.text'),
    );
    const calls = attributes.get('lk.response.function_calls');
    const answer = readText(attributes, 'lk.response.text', 'lk.pii.response.text');
    if (derived.kind === 'LLM' && answer !== undefined) {
      derived.setMessages('output', [
        { role: 'assistant', parts: [{ type: 'text', text: answer }] },
      ]);
    }
    derived.setValue('output', calls);
  },
};

import { getOwn, isJsonObject } from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { setTools } from './tools.js';
import { readMessages, readSaid } from '../messages/read-messages.js';
import { setUsage } from './usage-object.js';
import { readObject } from './sources.js';

const KIND = 'openinference.span.kind';
const PREFIX = 'gcp.vertex.agent.';

/** Google's Agent Development Kit, which has the whole request and answer beside `gen_ai`. */
export const GOOGLE_ADK: Dialect = {
  prefixes: ['gcp'],
  // Version 1 says nothing of these but a name.
  names: ['invocation', 'agent_run'],
  fields: [[`${PREFIX}session_id`, 'session.id']],
  derive({ name, attributes }, derived) {
    if (name === 'call_llm') derived.set(KIND, 'LLM');
    if (name === 'invocation') derived.set(KIND, 'CHAIN');
    if (name.startsWith('agent_run [')) derived.implyKind('AGENT');
    setModelCall(attributes, derived);
    const given = attributes.get(`${PREFIX}tool_call_args`);
    if (isSaid(given)) {
      derived.set('tool.parameters', given);
      derived.setValue('input', given);
    }
    const result = attributes.get(`${PREFIX}tool_response`);
    if (isSaid(result)) derived.setValue('output', result);
  },
};

function setModelCall(source: SentAttributes, derived: Derived): void {
  const request = readObject(source, `${PREFIX}llm_request`) ?? {};
  const config = getOwn(request, 'config') ?? {};
  const contents = readMessages(getOwn(request, 'contents'), 'user');
  if (isJsonObject(config)) {
    const instructions = readSaid(getOwn(config, 'system_instruction'), 'system');
    derived.setMessages('input', contents.length === 0 ? [] : [...instructions, ...contents]);
    setTools(derived, getOwn(config, 'tools'));
  }
  const response = readObject(source, `${PREFIX}llm_response`);
  setUsage(derived, response && getOwn(response, 'usage_metadata'));
  const content = response && getOwn(response, 'content');
  if (content !== undefined) derived.setMessages('output', readMessages([content], 'assistant'));
}

/** Switched off, the content of a call is an empty object. */
function isSaid(sent: unknown): sent is string {
  return typeof sent === 'string' && sent !== '{}' && sent !== '<not serializable>';
}

import type { Derived, SentAttributes } from './derived.js';
import type { Dialect, SaidEvent } from './dialect.js';
import { readSaid } from '../messages/read-messages.js';
import { readText } from './sources.js';

const KIND = 'openinference.span.kind';
const COUNT = 'llm.token_count.';

/** Names the agent in all its spans. Those that are made of its events have it, too. */
const AGENT = 'coding_agent.name';

/** The kinds of spans by the ends of their names, which follow the name of the agent. */
const KINDS = new Map([
  ['interaction', 'AGENT'],
  ['subagent', 'AGENT'],
  ['llm_request', 'LLM'],
  ['tool', 'TOOL'],
  ['tool.blocked_on_user', 'DECISION'],
  ['tool.execution', 'CHAIN'],
  ['hook', 'CHAIN'],
]);

const AGENTS = new Map([
  ['claude_code', 'Claude Code'],
  ['qwen-code', 'Qwen Code'],
  ['gemini-cli', 'Gemini CLI'],
]);

/** Claude Code and those that were made after it, Copilot CLI and Gemini CLI. */
export const CODING_AGENTS: Dialect = {
  prefixes: [
    'span',
    'hook_event',
    'github.copilot',
    'gen_ai.agent',
    'duration_ms',
    'assistant_response',
    'claude_code',
    'qwen-code',
  ],
  derive({ name, attributes, events }, derived) {
    const [prefix = '', ...rest] = name.split('.');
    const named = AGENTS.get(prefix) ?? AGENTS.get(readText(attributes, 'gen_ai.agent.name') ?? '');
    const isCopilot =
      attributes.has('github.copilot.turn_id') ||
      readText(attributes, 'gen_ai.agent.id') === 'github.copilot';
    derived.set(AGENT, named ?? (isCopilot ? 'Copilot CLI' : undefined));
    const kind = AGENTS.has(prefix) ? KINDS.get(rest.join('.')) : undefined;
    // The kind of a turn that is made of events is not known when its span is built again with the answer.
    if (kind === 'AGENT' || kind === 'LLM' || attributes.has(AGENT)) {
      derived.setValue('output', readText(attributes, 'response') ?? findAnswer(events));
    }
    if (kind === undefined) return;
    derived.set(KIND, kind);
    if (kind === 'LLM') {
      setRequest(attributes, derived);
      derived.setMessages(
        'input',
        readSaid(findSaid(events, 'api_request', 'request_text'), 'user'),
      );
      const answer = findSaid(events, 'api_response', 'response_text');
      derived.setMessages('output', readSaid(answer, 'assistant'));
    }
    if (kind === 'TOOL') {
      derived.set('tool.name', attributes.get('tool_name'));
      derived.setValue('input', findSaid(events, 'tool_call', 'function_args'));
    }
    derived.setValue(
      'input',
      readText(attributes, 'user_prompt', 'tool_input', 'full_command', 'file_path'),
    );
    const told = events.find((event) => event.name === 'tool.output')?.attributes.get('output');
    derived.setValue('output', readText(attributes, 'response', 'tool_output', 'result') ?? told);
  },
};

/** An answer of Claude Code, which it tells in an event of its own. */
const ANSWER = /^(?:claude_code\.)?assistant_response$/;

/** Returns what an event of Qwen Code says, which tells with its events what its spans are about. */
function findSaid(events: readonly SaidEvent[], name: string, key: string): string | undefined {
  const said = events.findLast((event) => event.name === `qwen-code.${name}`);
  return said && readText(said.attributes, key);
}

/** Who asked, if it was the turn itself, and not one of its agents or a task beside it. */
const MAIN = /^(?:sdk|repl_main_thread)/;

/** Returns the last answer of a turn, which also tells what the model said between its calls of tools. */
function findAnswer(events: readonly SaidEvent[]): string | undefined {
  const answers = events.filter(
    ({ name, attributes }) => ANSWER.test(name) && readText(attributes, 'response') !== undefined,
  );
  const last =
    answers.findLast(({ attributes }) => MAIN.test(readText(attributes, 'query_source') ?? '')) ??
    answers.at(-1);
  return last && readText(last.attributes, 'response');
}

/** It counts cached tokens beside those of the input. */
function setRequest(source: SentAttributes, derived: Derived): void {
  derived.set('llm.model_name', source.get('model'));
  derived.set(`${COUNT}prompt`, source.get('input_tokens'));
  derived.set(`${COUNT}completion`, source.get('output_tokens'));
  derived.set(`${COUNT}prompt_details.cache_read`, source.get('cache_read_tokens'));
  derived.set(`${COUNT}prompt_details.cache_write`, source.get('cache_creation_tokens'));
  derived.set(`${COUNT}completion_details.reasoning`, source.get('thoughts_token_count'));
  derived.set('llm.cost.total', source.get('cost_usd'));
  derived.set('llm.time_to_first_token_ms', source.get('ttft_ms'));
  derived.isCountedBesideCache = source.has('cache_read_tokens');
}

import {
  type CodingAgent,
  type EventAttributes,
  isTrue,
  type TurnStep,
  textOf,
} from './coding-agent.js';

const COUNT = 'llm.token_count.';

const modelOf = (attributes: EventAttributes): string => textOf(attributes, 'model') ?? 'model';

const toolOf = (attributes: EventAttributes): string =>
  textOf(attributes, 'tool_name', 'function_name', 'name') ?? 'tool';

function failureOf(attributes: EventAttributes): string {
  return textOf(attributes, 'error', 'error.message', 'error_message', 'error_type') ?? 'failed';
}

function readToolFailure(attributes: EventAttributes): string | undefined {
  const success = attributes.get('success');
  return success === undefined || isTrue(success) ? undefined : failureOf(attributes);
}

const prompt: TurnStep = {
  kind: 'AGENT',
  isTurn: true,
  name: () => 'turn',
  fields: [['prompt', 'input.value']],
};

const decision = (key: string): TurnStep => ({
  kind: 'DECISION',
  name: (attributes) => `${toolOf(attributes)}: ${textOf(attributes, key) ?? 'decided'}`,
  fields: [
    ['tool_name', 'tool.name'],
    [key, 'output.value'],
  ],
});

const CLAUDE_CODE: CodingAgent = {
  name: 'Claude Code',
  prefix: 'claude_code',
  session: 'session.id',
  turn: 'prompt.id',
  countsBesideCache: true,
  answer: { event: 'assistant_response', text: 'response' },
  steps: {
    user_prompt: prompt,
    api_request: {
      kind: 'LLM',
      name: modelOf,
      fields: [
        ['model', 'llm.model_name'],
        ['input_tokens', `${COUNT}prompt`],
        ['output_tokens', `${COUNT}completion`],
        ['cache_read_tokens', `${COUNT}prompt_details.cache_read`],
        ['cache_creation_tokens', `${COUNT}prompt_details.cache_write`],
        ['cost_usd', 'llm.cost.total'],
        ['ttft_ms', 'llm.time_to_first_token_ms'],
      ],
    },
    api_error: {
      kind: 'LLM',
      name: modelOf,
      fields: [['model', 'llm.model_name']],
      failure: failureOf,
    },
    tool_result: {
      kind: 'TOOL',
      name: toolOf,
      fields: [
        ['tool_name', 'tool.name'],
        ['tool_use_id', 'tool.id'],
        ['tool_input', 'input.value'],
        ['tool_parameters', 'input.value'],
        ['tool_output', 'output.value'],
      ],
      failure: readToolFailure,
    },
    tool_decision: decision('decision'),
  },
};

const CODEX: CodingAgent = {
  name: 'Codex CLI',
  prefix: 'codex',
  session: 'conversation.id',
  isToldByEvents: true,
  steps: {
    user_prompt: prompt,
    sse_event: {
      kind: 'LLM',
      name: modelOf,
      fields: [
        ['model', 'llm.model_name'],
        ['input_token_count', `${COUNT}prompt`],
        ['output_token_count', `${COUNT}completion`],
        ['cached_token_count', `${COUNT}prompt_details.cache_read`],
        ['reasoning_token_count', `${COUNT}completion_details.reasoning`],
      ],
      failure: (attributes) => textOf(attributes, 'error.message'),
      // Only the last event of an answer has its tokens.
      isTold: (attributes) =>
        attributes.has('input_token_count') || textOf(attributes, 'error.message') !== undefined,
    },
    api_request: {
      kind: 'LLM',
      name: modelOf,
      fields: [['model', 'llm.model_name']],
      failure: failureOf,
      isTold: (attributes) => textOf(attributes, 'error.message') !== undefined,
    },
    tool_result: {
      kind: 'TOOL',
      name: toolOf,
      fields: [
        ['tool_name', 'tool.name'],
        ['call_id', 'tool.id'],
        ['arguments', 'input.value'],
        ['output', 'output.value'],
      ],
      failure: readToolFailure,
    },
    tool_decision: decision('decision'),
  },
};

/** Qwen Code is made from Gemini CLI. */
const geminiLike = (name: string, prefix: string): CodingAgent => ({
  name,
  prefix,
  session: 'session.id',
  turn: 'prompt_id',
  steps: {
    user_prompt: prompt,
    api_response: {
      kind: 'LLM',
      name: modelOf,
      fields: [
        ['model', 'llm.model_name'],
        ['input_token_count', `${COUNT}prompt`],
        ['output_token_count', `${COUNT}completion`],
        ['total_token_count', `${COUNT}total`],
        ['cached_content_token_count', `${COUNT}prompt_details.cache_read`],
        ['thoughts_token_count', `${COUNT}completion_details.reasoning`],
        ['response_text', 'output.value'],
      ],
    },
    api_error: {
      kind: 'LLM',
      name: modelOf,
      fields: [['model', 'llm.model_name']],
      failure: failureOf,
    },
    tool_call: {
      kind: 'TOOL',
      name: toolOf,
      fields: [
        ['function_name', 'tool.name'],
        ['function_args', 'input.value'],
      ],
      failure: readToolFailure,
    },
  },
});

export const CODING_AGENTS: readonly CodingAgent[] = [
  CLAUDE_CODE,
  CODEX,
  geminiLike('Gemini CLI', 'gemini_cli'),
  {
    ...geminiLike('Qwen Code', 'qwen-code'),
    said: {
      api_request: 'request_text',
      api_response: 'response_text',
      tool_call: 'function_args',
    },
  },
];

import type {
  ChatRequest,
  ChatToolChoice,
} from '../../model-providers/protocol/chat-request.contract.js';
import { toJudgeRequest } from './judge-request.js';

const ask = (choice: ChatToolChoice | undefined): ChatRequest => ({
  modelName: 'm',
  messages: [{ role: 'user', content: 'Is it right?' }],
  tools: { tools: [{ type: 'function', function: { name: 'judge' } }], tool_choice: choice },
  responseFormat: null,
  parameters: {
    type: 'anthropic',
    anthropic: {
      max_tokens: 4_000,
      thinking: { type: 'enabled', budget_tokens: 2_000 },
      extra_body: { thinking: { type: 'adaptive' }, service_tier: 'auto' },
    },
  },
});

describe('the request of an evaluation', () => {
  it.each<ChatToolChoice>([
    { type: 'specific_function', function_name: 'judge' },
    { type: 'one_or_more' },
  ])('does not let a model of Anthropic think if it must call a tool: %j', (choice) => {
    const { parameters, tools } = toJudgeRequest(ask(choice));
    expect(parameters).toEqual({
      type: 'anthropic',
      anthropic: { max_tokens: 4_000, extra_body: { service_tier: 'auto' } },
    });
    expect(tools).toMatchObject({ tool_choice: choice, isChoiceOptional: true });
  });

  it.each<ChatToolChoice | undefined>([{ type: 'zero_or_more' }, { type: 'none' }, undefined])(
    'stays as it is with the choice %j',
    (choice) => {
      const request = ask(choice);
      expect(toJudgeRequest(request)).toBe(request);
    },
  );

  it('keeps the parameters of other providers', () => {
    const parameters = { type: 'openai' as const, openai: { reasoning_effort: 'high' } };
    const request = { ...ask({ type: 'one_or_more' }), parameters };
    expect(toJudgeRequest(request).parameters).toBe(parameters);
  });
});

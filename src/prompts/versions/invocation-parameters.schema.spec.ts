import { stringifyJson } from '../../kernel/json/json.js';
import { ValidationError } from '../../kernel/errors/errors.js';
import { readAs } from '../../kernel/validation/read-as.js';
import { toStoredParameters, invocationParameters } from './invocation-parameters.schema.js';

const store = (sent: object) => toStoredParameters(readAs(invocationParameters, sent, []));
const parameters = (type: string, fields: object) => ({ type, [type]: fields });

/** Returns the violations, each as `type place`. */
function violations(sent: object): string[] {
  try {
    store(sent);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.detail.map(({ type, loc }) => [type, loc.join('.')].join(' ').trim());
  }
}

describe('invocation parameters', () => {
  it.each([
    'azure_openai',
    'deepseek',
    'xai',
    'ollama',
    'cerebras',
    'fireworks',
    'groq',
    'moonshot',
    'perplexity',
    'together',
    'zai',
    'meta',
    'openai',
  ])('stores the parameters of %s under openai', (type) => {
    expect(store(parameters(type, { seed: 1 }))).toEqual({
      type: 'openai',
      openai: { seed: 1 },
    });
  });

  it.each(['google', 'aws'])('stores the parameters of %s under their own name', (type) => {
    expect(store(parameters(type, { top_p: 0.5 }))).toEqual({
      type,
      [type]: { top_p: 0.5 },
    });
  });

  it('become numbers, whatever form clients use', () => {
    const fields = parameters('openai', {
      temperature: '0.5',
      top_p: 1,
      frequency_penalty: true,
      max_tokens: '3',
      max_completion_tokens: JSON.rawJSON('2.0'),
      seed: JSON.rawJSON('9007199254740993'),
    });
    expect(stringifyJson(store(fields))).toBe(
      '{"type":"openai","openai":{"temperature":0.5,"max_tokens":3,"max_completion_tokens":2,' +
        '"frequency_penalty":1.0,"top_p":1.0,"seed":9007199254740993}}',
    );
  });

  const openai = 'openai.openai';
  it.each([
    [{ temperature: null }, 'float_type', 'temperature'],
    [{ temperature: 'warm' }, 'float_type', 'temperature'],
    [{ temperature: 'inf' }, 'float_type', 'temperature'],
    [{ temperature: [] }, 'float_type', 'temperature'],
    [{ max_tokens: 2.5 }, 'int_type', 'max_tokens'],
    [{ max_tokens: '' }, 'int_type', 'max_tokens'],
    [{ max_tokens: null }, 'int_type', 'max_tokens'],
    [{ stop: 'x' }, 'list_type', 'stop'],
    [{ stop: [1] }, 'string_type', 'stop.0'],
    [{ reasoning_effort: 'max' }, 'enum', 'reasoning_effort'],
    [{ extra_body: [] }, 'dict_type', 'extra_body'],
    [{ max_output_tokens: 1 }, 'extra_forbidden', 'max_output_tokens'],
  ])('refuses %j for openai', (fields, type, place) => {
    expect(violations(parameters('openai', fields))).toEqual([`${type} ${openai}.${place}`]);
  });

  const anthropic = 'anthropic.anthropic';
  it.each([
    [{}, 'missing', '.max_tokens'],
    [{ max_tokens: null }, 'int_type', '.max_tokens'],
    [{ max_tokens: 1, output_config: { effort: 'minimal' } }, 'enum', '.output_config.effort'],
    [{ max_tokens: 1, thinking: { type: 'on' } }, 'union_tag_invalid', '.thinking'],
    [{ max_tokens: 1, thinking: null }, 'model_type', '.thinking'],
    [
      { max_tokens: 9999, thinking: { type: 'enabled' } },
      'missing',
      '.thinking.enabled.budget_tokens',
    ],
    [
      { max_tokens: 9999, thinking: { type: 'enabled', budget_tokens: 1023 } },
      'greater_than_equal',
      '.thinking.enabled.budget_tokens',
    ],
    [
      { max_tokens: 9999, thinking: { type: 'disabled', display: 'omitted' } },
      'extra_forbidden',
      '.thinking.disabled.display',
    ],
    [{ max_tokens: 1024, thinking: { type: 'enabled', budget_tokens: 1024 } }, 'value_error', ''],
  ])('refuses %j for anthropic', (fields, type, place) => {
    expect(violations(parameters('anthropic', fields))).toEqual([`${type} ${anthropic}${place}`]);
  });

  it.each([
    { max_tokens: 1025, thinking: { type: 'enabled', budget_tokens: 1024, display: 'omitted' } },
    { max_tokens: 1, thinking: { type: 'adaptive', display: 'summarized' } },
    { max_tokens: 1, thinking: { type: 'disabled' }, output_config: { effort: 'max' } },
    { max_tokens: 1, stop_sequences: ['x'], extra_body: { a: null } },
  ])('accepts %j for anthropic', (fields) => {
    expect(store(parameters('anthropic', fields))).toEqual({
      type: 'anthropic',
      anthropic: fields,
    });
  });

  it("configures the thinking of Google's models", () => {
    const thinking_config = {
      thinking_budget: -1,
      thinking_level: 'low',
      include_thoughts: true,
    };
    expect(store(parameters('google', { thinking_config, top_k: 40 }))).toEqual({
      type: 'google',
      google: { top_k: 40, thinking_config },
    });
    expect(
      violations(parameters('google', { thinking_config: { thinking_level: 'xhigh' } })),
    ).toEqual(['enum google.google.thinking_config.thinking_level']);
  });

  it.each([
    [{ type: 'nobody', nobody: {} }, ['union_tag_invalid']],
    [{ openai: {} }, ['union_tag_not_found']],
    [
      { type: 'openai', anthropic: { max_tokens: 1 } },
      ['missing openai.openai', 'extra_forbidden openai.anthropic'],
    ],
    [{ type: 'aws', aws: null }, ['model_type aws.aws']],
  ])('cannot be %j', (sent, expected) => {
    expect(violations(sent)).toEqual(expected);
  });
});

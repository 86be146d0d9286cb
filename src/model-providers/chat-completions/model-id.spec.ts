import { toGlobalId } from '../../kernel/ids/global-id.js';
import { parseModelId } from './model-id.js';

const CUSTOM = toGlobalId('GenerativeModelCustomProvider', 7);

describe('the ID of a model', () => {
  it.each([
    ['openai:gpt-x', { provider: 'OPENAI', modelName: 'gpt-x' }],
    ['OpenAI:gpt-x', { provider: 'OPENAI', modelName: 'gpt-x' }],
    ['ollama:qwen:0.5b', { provider: 'OLLAMA', modelName: 'qwen:0.5b' }],
    [`custom:${CUSTOM}:m`, { customProviderId: 7, modelName: 'm' }],
    [`Custom:${CUSTOM}:m:n`, { customProviderId: 7, modelName: 'm:n' }],
  ])('%s names a provider and a model', (text, expected) => {
    expect(parseModelId(text)).toEqual(expected);
  });

  it.each([
    '',
    'gpt-x',
    ':gpt-x',
    'openai:',
    'openai: ',
    'nobody:gpt-x',
    'constructor:m',
    '__proto__:m',
    'custom:m',
    'custom:not an id:m',
    `custom:${toGlobalId('Prompt', 7)}:m`,
    `custom:${CUSTOM}:`,
    `custom:${CUSTOM}`,
  ])('is not "%s"', (text) => {
    expect(parseModelId(text)).toBeNull();
  });
});

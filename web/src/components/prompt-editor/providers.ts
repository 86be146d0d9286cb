import type { VersionDetail } from './version.js';

/** The provider of the model. */
export type ModelProvider = VersionDetail['modelProvider'];

/** The provider whose parameter names are used. */
export type Family = 'openai' | 'anthropic' | 'google' | 'aws';

/** The names of `MODEL_PROVIDERS` on the server, in the order of menus. */
const LABELS: Record<ModelProvider, string> = {
  OPENAI: 'OpenAI',
  AZURE_OPENAI: 'Azure OpenAI',
  ANTHROPIC: 'Anthropic',
  GOOGLE: 'Google Gemini',
  AWS: 'AWS Bedrock',
  CEREBRAS: 'Cerebras',
  DEEPSEEK: 'DeepSeek',
  FIREWORKS: 'Fireworks',
  GROQ: 'Groq',
  MOONSHOT: 'Moonshot',
  OLLAMA: 'Ollama',
  PERPLEXITY: 'Perplexity',
  TOGETHER: 'Together',
  XAI: 'xAI',
  MINIMAX: 'MiniMax',
  ZAI: 'Z.ai',
  META: 'Meta',
};

/** All providers with their labels. */
export const PROVIDERS = Object.entries(LABELS) as [ModelProvider, string][];

export function getProviderLabel(provider: ModelProvider): string {
  return LABELS[provider];
}

export function getProviderFamily(provider: ModelProvider): Family {
  switch (provider) {
    case 'ANTHROPIC':
      return 'anthropic';
    case 'GOOGLE':
      return 'google';
    case 'AWS':
      return 'aws';
    default:
      return 'openai';
  }
}

/** The parameters that each family of providers accepts. */
export const PARAMETER_NAMES: Record<Family, readonly string[]> = {
  openai: [
    'temperature',
    'top_p',
    'max_tokens',
    'max_completion_tokens',
    'frequency_penalty',
    'presence_penalty',
    'seed',
    'stop',
    'reasoning_effort',
    'extra_body',
  ],
  anthropic: [
    'max_tokens',
    'temperature',
    'top_p',
    'stop_sequences',
    'thinking',
    'output_config',
    'extra_body',
  ],
  google: [
    'temperature',
    'top_p',
    'top_k',
    'max_output_tokens',
    'presence_penalty',
    'frequency_penalty',
    'stop_sequences',
    'thinking_config',
  ],
  aws: ['max_tokens', 'temperature', 'top_p', 'stop_sequences'],
};

/** Lists the parameters of a family in words. */
export function describeParameters(family: Family): string {
  const names = PARAMETER_NAMES[family];
  return names
    .map((name) => (family === 'anthropic' && name === 'max_tokens' ? `${name} (required)` : name))
    .join(', ');
}

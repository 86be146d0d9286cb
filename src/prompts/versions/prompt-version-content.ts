import type { JsonObject } from '../../common/json/json.js';
import type { PromptTemplateJson } from '../templates/prompt-template.schema.js';
import type { TemplateFormatName } from '../templates/template-parts.js';
import type { InvocationParametersJson } from './invocation-parameters.schema.js';
import type { PromptResponseFormatJson, PromptToolsJson } from './prompt-tools.schema.js';

/** The model providers that prompts support. */
export const MODEL_PROVIDERS = [
  'OPENAI',
  'AZURE_OPENAI',
  'ANTHROPIC',
  'GOOGLE',
  'DEEPSEEK',
  'XAI',
  'OLLAMA',
  'AWS',
  'CEREBRAS',
  'FIREWORKS',
  'GROQ',
  'MOONSHOT',
  'PERPLEXITY',
  'TOGETHER',
] as const;

export type ModelProviderName = (typeof MODEL_PROVIDERS)[number];

/** The content of a version of a prompt. */
export interface PromptVersionContent {
  description: string | null;
  templateType: 'CHAT' | 'STR';
  templateFormat: TemplateFormatName;
  template: PromptTemplateJson;
  invocationParameters: InvocationParametersJson;
  tools: PromptToolsJson | null;
  responseFormat: PromptResponseFormatJson | null;
  modelProvider: ModelProviderName;
  modelName: string;
  metadata: JsonObject;
}

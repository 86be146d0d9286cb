import type { JsonObject } from '../../kernel/json/json.js';
import type { ModelProviderKey } from '../../config/model-providers.js';
import type { PromptTemplateJson } from '../templates/prompt-template.schema.js';
import type { TemplateFormatName } from '../templates/template-parts.js';
import type { InvocationParametersJson } from './invocation-parameters.schema.js';
import type { PromptResponseFormatJson, PromptToolsJson } from './prompt-tools.schema.js';

/** The content of a version of a prompt. */
export interface PromptVersionContent {
  description: string | null;
  templateType: 'CHAT' | 'STR';
  templateFormat: TemplateFormatName;
  template: PromptTemplateJson;
  invocationParameters: InvocationParametersJson;
  tools: PromptToolsJson | null;
  responseFormat: PromptResponseFormatJson | null;
  modelProvider: ModelProviderKey;
  modelName: string;
  /** Row ID of the custom provider that answers instead of `modelProvider`. */
  customProviderId: number | null;
  metadata: JsonObject;
}

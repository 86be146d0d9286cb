import { z } from 'zod';
import { reason, storableText } from '../../common/validation/json-fields.js';
import { MODEL_PROVIDERS, type PromptVersionContent } from './prompt-version-content.js';
import {
  inFamily,
  invocationParameters,
  keptInvocationParameters,
} from './invocation-parameters.schema.js';
import { promptTemplate } from './prompt-template.schema.js';
import { promptResponseFormat, promptTools } from './prompt-tools.schema.js';

const fields = {
  description: storableText().nullish(),
  model_provider: z.enum(MODEL_PROVIDERS),
  model_name: storableText(),
  template: promptTemplate,
  template_type: z.enum(['STR', 'CHAT']),
  template_format: z.enum(['MUSTACHE', 'F_STRING', 'NONE']),
  invocation_parameters: invocationParameters,
  tools: promptTools.nullish(),
  response_format: promptResponseFormat.nullish(),
};

/** A version of a prompt as clients send it. Null means absent for what may be null. */
export const promptVersionBody = z
  .object(fields)
  .refine(
    ({ template, template_type }) => (template.type === 'chat') === (template_type === 'CHAT'),
    reason('value_error', 'template_type must be CHAT for a chat template and STR for a string'),
  );

/** The same for the API documents, where one family stands for the providers that took it over. */
export const documentedVersionBody = z.object({
  ...fields,
  invocation_parameters: keptInvocationParameters.describe(
    'Of providers that took over the parameters of OpenAI also under their own names: ' +
      '`{"type": "azure_openai", "azure_openai": {…}}`.',
  ),
});

/** A version as it is stored. */
export function toContent(sent: z.output<typeof promptVersionBody>): PromptVersionContent {
  return {
    description: sent.description ?? null,
    templateType: sent.template_type,
    templateFormat: sent.template_format,
    template: sent.template,
    invocationParameters: inFamily(sent.invocation_parameters),
    tools: sent.tools ?? null,
    responseFormat: sent.response_format ?? null,
    modelProvider: sent.model_provider,
    modelName: sent.model_name,
    metadata: {},
  };
}

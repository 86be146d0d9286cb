import { z } from 'zod';
import { anyObject, reason, storableText } from '../../kernel/validation/json-fields.js';
import { openApiSchema } from '../../kernel/validation/openapi-schema.js';
import { chatTemplate, promptTemplate } from '../templates/prompt-template.schema.js';
import {
  invocationParameters,
  storedInvocationParameters,
  toStoredParameters,
} from './invocation-parameters.schema.js';
import { promptResponseFormat, promptTools } from './prompt-tools.schema.js';
import { MODEL_PROVIDER_KEYS } from '../../config/model-providers.js';
import type { PromptVersionContent } from './prompt-version-content.js';

/** A version of a prompt as clients send it. Where null is allowed, it means absent. */
export const promptVersionBody = z
  .object({
    description: storableText().nullish(),
    model_provider: z.enum(MODEL_PROVIDER_KEYS),
    model_name: storableText(),
    // String templates are understood, but refused with an error of their own. The document omits them.
    template: promptTemplate.meta({ oneOf: [openApiSchema(chatTemplate)] }),
    template_type: z.enum(['STR', 'CHAT']).meta({ enum: ['CHAT'] }),
    template_format: z.enum(['MUSTACHE', 'F_STRING', 'NONE']),
    // The document shows one family for all providers that share its parameters.
    invocation_parameters: invocationParameters.meta({
      ...openApiSchema(storedInvocationParameters),
      description:
        'For providers with the parameters of OpenAI, you can also use the name of the provider: ' +
        '`{"type": "azure_openai", "azure_openai": {…}}`.',
    }),
    tools: promptTools.nullish(),
    response_format: promptResponseFormat.nullish(),
    metadata: anyObject().nullish(),
  })
  .refine(
    ({ template, template_type }) => (template.type === 'chat') === (template_type === 'CHAT'),
    reason('value_error', 'template_type must be CHAT for a chat template and STR for a string'),
  )
  .meta({ id: 'NewPromptVersion' });

/** Converts a version to its stored form. */
export function toContent(sent: z.output<typeof promptVersionBody>): PromptVersionContent {
  return {
    description: sent.description ?? null,
    templateType: sent.template_type,
    templateFormat: sent.template_format,
    template: sent.template,
    invocationParameters: toStoredParameters(sent.invocation_parameters),
    tools: sent.tools ?? null,
    responseFormat: sent.response_format ?? null,
    modelProvider: sent.model_provider,
    modelName: sent.model_name,
    customProviderId: null,
    metadata: sent.metadata ?? {},
  };
}

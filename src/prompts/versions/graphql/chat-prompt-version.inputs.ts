import { Field, ID, InputType } from '@nestjs/graphql';
import { ValidationError } from '../../../kernel/errors/errors.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import { readAs } from '../../../kernel/validation/read-as.js';
import { CUSTOM_PROVIDER_TYPE } from '../../../model-providers/custom/custom-model-providers.service.js';
import {
  PromptChatTemplateInput,
  toMessageJson,
} from '../../templates/graphql/prompt-template.inputs.js';
import { PromptTemplateFormat } from '../../templates/graphql/prompt-template.type.js';
import type { ModelProviderKey } from '../../../config/model-providers.js';
import type { PromptVersionContent } from '../prompt-version-content.js';
import { promptVersionBody, toContent } from '../prompt-version.schema.js';
import {
  PromptInvocationParametersInput,
  toParametersJson,
} from './invocation-parameters.inputs.js';
import {
  PromptResponseFormatInput,
  PromptToolsInput,
  toResponseFormatJson,
  toToolsJson,
} from './prompt-tools.inputs.js';
import { ModelProvider } from './prompt-version.type.js';

@InputType()
export class ChatPromptVersionInput {
  @Field(() => String, { nullable: true, description: "The author's note." })
  description?: string | null;

  @Field(() => PromptTemplateFormat)
  templateFormat: PromptTemplateFormat;

  @Field(() => PromptChatTemplateInput)
  template: PromptChatTemplateInput;

  @Field(() => PromptInvocationParametersInput)
  invocationParameters: PromptInvocationParametersInput;

  @Field(() => PromptToolsInput, { nullable: true })
  tools?: PromptToolsInput | null;

  @Field(() => PromptResponseFormatInput, { nullable: true })
  responseFormat?: PromptResponseFormatInput | null;

  @Field(() => ModelProvider)
  modelProvider: ModelProviderKey;

  @Field(() => String)
  modelName: string;

  @Field(() => ID, {
    nullable: true,
    description: 'A custom provider, which answers instead of `modelProvider`.',
  })
  customProviderId?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  metadata?: JsonValue;
}

/** @throws ValidationError that names every violation. */
export function readChatPromptVersion(input: ChatPromptVersionInput): PromptVersionContent {
  const [given, parameters] = toParametersJson(input.invocationParameters);
  const family = FAMILIES[input.modelProvider] ?? 'openai';
  if (given !== family && given !== 'json') {
    const msg = `Input should be the ${family} parameters for the provider ${input.modelProvider}`;
    throw new ValidationError([{ type: 'value_error', loc: ['invocationParameters'], msg }]);
  }
  const sent = {
    description: input.description,
    model_provider: input.modelProvider,
    model_name: input.modelName,
    template: { type: 'chat', messages: input.template.messages.map(toMessageJson) },
    template_type: 'CHAT',
    template_format: input.templateFormat,
    invocation_parameters: { type: family, [family]: parameters },
    tools: toToolsJson(input.tools),
    response_format: toResponseFormatJson(input.responseFormat),
    metadata: input.metadata,
  };
  const content = toContent(readAs(promptVersionBody, sent, ['promptVersion']));
  const customProviderId =
    input.customProviderId == null
      ? null
      : requireRowId(input.customProviderId, CUSTOM_PROVIDER_TYPE);
  return { ...content, customProviderId };
}

const FAMILIES: Partial<Record<ModelProviderKey, string>> = {
  ANTHROPIC: 'anthropic',
  GOOGLE: 'google',
  AWS: 'aws',
};

import { Field, InputType } from '@nestjs/graphql';
import { ValidationError } from '../../../common/errors/errors.js';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import type { JsonValue } from '../../../common/json/json.js';
import { anyObject } from '../../../common/validation/json-fields.js';
import { readAs } from '../../../common/validation/read-as.js';
import {
  PromptChatTemplateInput,
  toMessageJson,
} from '../../templates/graphql/prompt-template.inputs.js';
import { PromptTemplateFormat } from '../../templates/graphql/prompt-template.type.js';
import type { ModelProviderName, PromptVersionContent } from '../prompt-version-content.js';
import { promptVersionBody, toContent } from '../prompt-version.schema.js';
import { ModelProvider } from './prompt-version.type.js';

@InputType({
  isOneOf: true,
  description:
    'Exactly one field: the one for the provider. Parameters have the same names as in the REST API.',
})
export class PromptInvocationParametersInput {
  @Field(() => JsonScalar, { nullable: true })
  openai?: JsonValue;

  @Field(() => JsonScalar, { nullable: true })
  anthropic?: JsonValue;

  @Field(() => JsonScalar, { nullable: true })
  google?: JsonValue;

  @Field(() => JsonScalar, { nullable: true })
  aws?: JsonValue;
}

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

  @Field(() => JsonScalar, { nullable: true, description: 'As in the REST API.' })
  tools?: JsonValue;

  @Field(() => JsonScalar, { nullable: true, description: 'As in the REST API.' })
  responseFormat?: JsonValue;

  @Field(() => ModelProvider)
  modelProvider: ModelProviderName;

  @Field(() => String)
  modelName: string;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  metadata?: JsonValue;
}

/** @throws ValidationError that names every violation. */
export function readChatPromptVersion(input: ChatPromptVersionInput): PromptVersionContent {
  const [[family, parameters] = ['', null]] = Object.entries(input.invocationParameters);
  const expected = FAMILIES[input.modelProvider] ?? 'openai';
  if (family !== expected) {
    const msg = `Input should be the ${expected} parameters for the provider ${input.modelProvider}`;
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
    tools: input.tools,
    response_format: input.responseFormat,
  };
  const content = toContent(readAs(promptVersionBody, sent, ['promptVersion']));
  const metadata = readAs(anyObject().nullish(), input.metadata, ['promptVersion', 'metadata']);
  return { ...content, metadata: metadata ?? {} };
}

const FAMILIES: Partial<Record<ModelProviderName, string>> = {
  ANTHROPIC: 'anthropic',
  GOOGLE: 'google',
  AWS: 'aws',
};

import { Field, InputType } from '@nestjs/graphql';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import type { OpenAIApiType as ApiTypeName } from '../../clients/model-connection.js';
import {
  accountId,
  address,
  credential,
  headerName,
  headersOf,
  headerValue,
  region,
} from '../custom-model-provider.rules.js';
import type { ConnectionDraft } from '../custom-model-providers.service.js';
import { OpenAIApiType } from './custom-provider-config.type.js';

const KEPT = 'Absent or null keeps the stored one if the address stays the same.';

@InputType({ description: 'A header that is sent with every request.' })
export class CustomProviderHeaderInput {
  @Field(() => String, { description: 'Letters, digits, `-`, `_` and `.`.' })
  @Check(headerName())
  name: string;

  @Field(() => String, { nullable: true, description: KEPT })
  @Check(headerValue().nullish())
  value?: string | null;
}

@InputType({ isAbstract: true })
abstract class KeyedConfigInput {
  @Field(() => String, { nullable: true, description: KEPT })
  @Check(credential().nullish())
  apiKey?: string | null;

  @Field(() => [CustomProviderHeaderInput], {
    defaultValue: [],
    description: 'Sent with every request, for example to a gateway. At most 20.',
  })
  @Check(headersOf(checksOf(CustomProviderHeaderInput)!))
  headers: CustomProviderHeaderInput[];
}

@InputType({ isAbstract: true })
abstract class AddressedConfigInput extends KeyedConfigInput {
  @Field(() => String, { nullable: true, description: "Null for the provider's own address." })
  @Check(address().nullish())
  baseUrl?: string | null;
}

@InputType()
export class OpenAICustomProviderConfigInput extends AddressedConfigInput {
  @Field(() => OpenAIApiType, { defaultValue: OpenAIApiType.CHAT_COMPLETIONS })
  apiType: ApiTypeName;

  @Field(() => String, { nullable: true })
  @Check(accountId().nullish())
  organization?: string | null;

  @Field(() => String, { nullable: true })
  @Check(accountId().nullish())
  project?: string | null;
}

@InputType()
export class AzureOpenAICustomProviderConfigInput extends KeyedConfigInput {
  @Field(() => String, { description: 'Such as `https://name.openai.azure.com`.' })
  @Check(address())
  endpoint: string;

  @Field(() => OpenAIApiType, { defaultValue: OpenAIApiType.CHAT_COMPLETIONS })
  apiType: ApiTypeName;
}

@InputType()
export class AnthropicCustomProviderConfigInput extends AddressedConfigInput {}

@InputType()
export class GoogleGenAICustomProviderConfigInput extends AddressedConfigInput {}

@InputType({
  description:
    'If all parts of the credential are absent and the address stays the same, the stored one is kept.',
})
export class AWSBedrockCustomProviderConfigInput {
  @Field(() => String, { description: 'Such as `us-east-1`.' })
  @Check(region())
  region: string;

  @Field(() => String, { nullable: true, description: 'Null for the address of the region.' })
  @Check(address().nullish())
  endpointUrl?: string | null;

  @Field(() => String, { nullable: true })
  @Check(credential().nullish())
  accessKeyId?: string | null;

  @Field(() => String, { nullable: true })
  @Check(credential().nullish())
  secretAccessKey?: string | null;

  @Field(() => String, { nullable: true, description: 'Only for temporary credentials.' })
  @Check(credential().nullish())
  sessionToken?: string | null;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class GenerativeModelCustomProviderConfigInput {
  @Field(() => OpenAICustomProviderConfigInput, { nullable: true })
  @Check(checksOf(OpenAICustomProviderConfigInput)!.optional())
  openai?: OpenAICustomProviderConfigInput;

  @Field(() => AzureOpenAICustomProviderConfigInput, { nullable: true })
  @Check(checksOf(AzureOpenAICustomProviderConfigInput)!.optional())
  azureOpenai?: AzureOpenAICustomProviderConfigInput;

  @Field(() => AnthropicCustomProviderConfigInput, { nullable: true })
  @Check(checksOf(AnthropicCustomProviderConfigInput)!.optional())
  anthropic?: AnthropicCustomProviderConfigInput;

  @Field(() => AWSBedrockCustomProviderConfigInput, { nullable: true })
  @Check(checksOf(AWSBedrockCustomProviderConfigInput)!.optional())
  awsBedrock?: AWSBedrockCustomProviderConfigInput;

  @Field(() => GoogleGenAICustomProviderConfigInput, { nullable: true })
  @Check(checksOf(GoogleGenAICustomProviderConfigInput)!.optional())
  googleGenai?: GoogleGenAICustomProviderConfigInput;
}

/** Converts a checked input. `CustomModelProvidersService.previewConnection` completes the result. */
export function toConnectionDraft(
  input: GenerativeModelCustomProviderConfigInput,
): ConnectionDraft {
  const { openai, azureOpenai, anthropic, awsBedrock, googleGenai } = input;
  if (openai) {
    const { apiType, organization = null, project = null } = openai;
    return { sdk: 'openai', ...readAddressed(openai), apiType, organization, project };
  }
  if (azureOpenai) {
    const { apiKey, headers, endpoint, apiType } = azureOpenai;
    return { sdk: 'azure_openai', apiKey, headers, endpoint, apiType };
  }
  if (awsBedrock) {
    const { endpointUrl = null, accessKeyId, secretAccessKey, sessionToken } = awsBedrock;
    const keys = { accessKeyId, secretAccessKey, sessionToken };
    return { sdk: 'aws_bedrock', region: awsBedrock.region, endpointUrl, ...keys };
  }
  if (anthropic) return { sdk: 'anthropic', ...readAddressed(anthropic) };
  // GraphQL has checked that exactly one is given.
  return { sdk: 'google_genai', ...readAddressed(googleGenai!) };
}

function readAddressed({ apiKey, headers, baseUrl = null }: AddressedConfigInput) {
  return { apiKey, headers, baseUrl };
}

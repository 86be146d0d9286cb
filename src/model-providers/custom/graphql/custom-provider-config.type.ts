import { createUnionType, Field, HideField, ObjectType, registerEnumType } from '@nestjs/graphql';
import { MASK } from '../../../kernel/security/mask-secret.js';
import type { ProviderSdk } from '../../../config/model-providers.js';
import type {
  ModelConnection,
  OpenAIApiType as ApiTypeName,
} from '../../clients/model-connection.js';
import type { UnreadableConnection } from '../custom-model-providers.service.js';

/** The two interfaces of OpenAI for chats. */
export const OpenAIApiType = {
  CHAT_COMPLETIONS: 'CHAT_COMPLETIONS',
  RESPONSES: 'RESPONSES',
} as const satisfies { [Name in ApiTypeName]: Name };

registerEnumType(OpenAIApiType, {
  name: 'OpenAIApiType',
  description: 'The interface of OpenAI that is used for chats.',
});

const MASKED = 'Always the same mask.';

@ObjectType({ description: 'A header that is sent with every request.' })
export class CustomProviderHeader {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: MASKED })
  value: string;
}

@ObjectType({ isAbstract: true })
abstract class ReadableConfig {
  @HideField()
  sdk: ProviderSdk;
}

@ObjectType({ isAbstract: true })
abstract class KeyedConfig extends ReadableConfig {
  @Field(() => String, { description: MASKED })
  apiKey: string;

  @Field(() => [CustomProviderHeader], { description: 'Sent with every request.' })
  headers: CustomProviderHeader[];
}

@ObjectType({ isAbstract: true })
abstract class AddressedConfig extends KeyedConfig {
  @Field(() => String, { nullable: true, description: "Null for the provider's own address." })
  baseUrl: string | null;
}

@ObjectType()
export class OpenAICustomProviderConfig extends AddressedConfig {
  @Field(() => OpenAIApiType)
  apiType: ApiTypeName;

  @Field(() => String, { nullable: true })
  organization: string | null;

  @Field(() => String, { nullable: true })
  project: string | null;
}

@ObjectType()
export class AzureOpenAICustomProviderConfig extends KeyedConfig {
  @Field(() => String, { description: 'Such as `https://name.openai.azure.com`.' })
  endpoint: string;

  @Field(() => OpenAIApiType)
  apiType: ApiTypeName;
}

@ObjectType()
export class AnthropicCustomProviderConfig extends AddressedConfig {}

@ObjectType()
export class GoogleGenAICustomProviderConfig extends AddressedConfig {}

@ObjectType()
export class AWSBedrockCustomProviderConfig extends ReadableConfig {
  @Field(() => String, { description: 'Such as `us-east-1`.' })
  region: string;

  @Field(() => String, { nullable: true, description: 'Null for the address of the region.' })
  endpointUrl: string | null;

  @Field(() => String, { description: MASKED })
  accessKeyId: string;

  @Field(() => String, { description: MASKED })
  secretAccessKey: string;

  @Field(() => String, { nullable: true, description: `${MASKED} Null if there is none.` })
  sessionToken: string | null;
}

@ObjectType({ description: 'A config that the server cannot read. Enter it again.' })
export class UnparsableConfig {
  @Field(() => String, { description: 'Why it cannot be read.' })
  parseError: string;
}

const TYPES = {
  openai: OpenAICustomProviderConfig,
  azure_openai: AzureOpenAICustomProviderConfig,
  anthropic: AnthropicCustomProviderConfig,
  google_genai: GoogleGenAICustomProviderConfig,
  aws_bedrock: AWSBedrockCustomProviderConfig,
} as const;

/** How to reach a custom provider, with masks instead of credentials. */
export const GenerativeModelCustomProviderConfig = createUnionType({
  name: 'GenerativeModelCustomProviderConfig',
  description: 'The connection to a custom model provider, with masks instead of credentials.',
  types: () => [...Object.values(TYPES), UnparsableConfig] as const,
  resolveType: (config: ReadableConfig | UnparsableConfig) =>
    'sdk' in config ? TYPES[config.sdk] : UnparsableConfig,
});

/** Copies what may be shown of a connection, and masks the rest. */
export function toConfig(
  connection: ModelConnection | UnreadableConnection,
): typeof GenerativeModelCustomProviderConfig {
  if ('fault' in connection) return { parseError: connection.fault };
  const { sdk } = connection;
  if (sdk === 'aws_bedrock') {
    const { region, endpointUrl, sessionToken } = connection;
    const keys = { accessKeyId: MASK, secretAccessKey: MASK };
    return { sdk, region, endpointUrl, ...keys, sessionToken: sessionToken && MASK };
  }
  const masked = {
    apiKey: MASK,
    headers: Object.keys(connection.headers).map((name) => ({ name, value: MASK })),
  };
  if (sdk === 'azure_openai') {
    const { endpoint, apiType } = connection;
    return { sdk, endpoint, apiType, ...masked };
  }
  const { baseUrl } = connection;
  if (sdk !== 'openai') return { sdk, baseUrl, ...masked };
  const { apiType, organization, project } = connection;
  return { sdk, baseUrl, apiType, organization, project, ...masked };
}

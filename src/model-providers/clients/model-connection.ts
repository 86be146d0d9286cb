import type { ProviderSdk } from '../../config/model-providers.js';

/** The two interfaces of OpenAI for chats. */
export const OPENAI_API_TYPES = ['CHAT_COMPLETIONS', 'RESPONSES'] as const;

export type OpenAIApiType = (typeof OPENAI_API_TYPES)[number];

/** The connection to a provider, with its credentials: resolved from variables, or stored sealed. */
export type ModelConnection =
  | OpenAIConnection
  | AzureOpenAIConnection
  | KeyConnection<'anthropic'>
  | KeyConnection<'google_genai'>
  | BedrockConnection;

export interface OpenAIConnection extends KeyConnection<'openai'> {
  apiType: OpenAIApiType;
  organization: string | null;
  project: string | null;
}

export interface AzureOpenAIConnection {
  sdk: 'azure_openai';
  apiKey: string;
  /** Such as `https://name.openai.azure.com`. */
  endpoint: string;
  apiType: OpenAIApiType;
  headers: Record<string, string>;
}

/** A connection that needs no more than a key. */
export interface KeyConnection<Sdk extends ProviderSdk> {
  sdk: Sdk;
  apiKey: string;
  /** Null for the provider's own address. */
  baseUrl: string | null;
  /** Sent with every request, for example to a gateway. */
  headers: Record<string, string>;
}

export interface BedrockConnection {
  sdk: 'aws_bedrock';
  region: string;
  /** Null for the address of the region. */
  endpointUrl: string | null;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

import type { ModelClient } from '../protocol/model-client.js';
import type { BedrockConnection, ModelConnection, OpenAIApiType } from './model-connection.js';
import type { ProviderNetwork } from '../network/provider-network.js';

/**
 * Creates the client for a connection. Loads the provider's SDK when it is first needed, because
 * together they would slow down the start of the server.
 */
export async function createClient(
  connection: ModelConnection,
  network: ProviderNetwork,
): Promise<ModelClient> {
  // Whoever asked decides whether to try again.
  const shared = { maxRetries: 0, fetch: network.fetch };
  switch (connection.sdk) {
    case 'openai': {
      const { apiKey, baseUrl, organization, project, headers, apiType } = connection;
      const options = { apiKey, organization, project, defaultHeaders: headers };
      return createOpenAI({ ...shared, ...options, baseURL: baseUrl ?? OPENAI_URL }, apiType);
    }
    case 'azure_openai': {
      const { apiKey, endpoint, headers, apiType } = connection;
      const baseURL = `${endpoint.replace(/\/+$/, '')}/openai/v1/`;
      const options = { apiKey, organization: null, project: null, defaultHeaders: headers };
      return createOpenAI({ ...shared, ...options, baseURL }, apiType);
    }
    case 'anthropic': {
      const [{ default: Anthropic }, { AnthropicClient }] = await Promise.all([
        import('@anthropic-ai/sdk'),
        import('./anthropic-client.js'),
      ]);
      const { apiKey, baseUrl, headers } = connection;
      const options = { apiKey, authToken: null, defaultHeaders: headers };
      return new AnthropicClient(
        new Anthropic({ ...shared, ...options, baseURL: baseUrl ?? ANTHROPIC_URL }),
      );
    }
    case 'google_genai': {
      const [{ GoogleGenAI }, { GoogleClient }, { readableByGoogle }] = await Promise.all([
        import('@google/genai'),
        import('./google-client.js'),
        import('./google-streams.js'),
      ]);
      const { apiKey, baseUrl, headers } = connection;
      const fetch = readableByGoogle(network.fetch);
      const httpOptions = { fetch, headers, baseUrl: baseUrl ?? GOOGLE_URL };
      return new GoogleClient(new GoogleGenAI({ apiKey, vertexai: false, httpOptions }));
    }
    default:
      return createBedrock(connection, network);
  }
}

// The SDKs would otherwise read addresses from the environment, for everyone's credentials.
const OPENAI_URL = 'https://api.openai.com/v1';
const ANTHROPIC_URL = 'https://api.anthropic.com';
const GOOGLE_URL = 'https://generativelanguage.googleapis.com/';

async function createOpenAI(
  options: ConstructorParameters<typeof import('openai').OpenAI>[0],
  apiType: OpenAIApiType,
): Promise<ModelClient> {
  const { OpenAI } = await import('openai');
  if (apiType === 'RESPONSES') {
    const { OpenAIResponsesClient } = await import('./openai-responses-client.js');
    return new OpenAIResponsesClient(new OpenAI(options));
  }
  const { OpenAIChatClient } = await import('./openai-chat-client.js');
  return new OpenAIChatClient(new OpenAI(options));
}

async function createBedrock(
  { region, endpointUrl, accessKeyId, secretAccessKey, sessionToken }: BedrockConnection,
  { rule, agents }: ProviderNetwork,
): Promise<ModelClient> {
  const [{ BedrockRuntimeClient }, { NodeHttpHandler }, { BedrockClient }] = await Promise.all([
    import('@aws-sdk/client-bedrock-runtime'),
    import('@smithy/node-http-handler'),
    import('./bedrock-client.js'),
  ]);
  // Addresses of the cloud are public, and checked when they are resolved.
  if (endpointUrl !== null) rule.checkHost(new URL(endpointUrl).hostname);
  return new BedrockClient(
    new BedrockRuntimeClient({
      region,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) },
      ...(endpointUrl !== null && { endpoint: endpointUrl }),
      // HTTP/2, which the SDK prefers, has no way to check addresses.
      requestHandler: new NodeHttpHandler({
        connectionTimeout: 10_000,
        requestTimeout: 10 * 60_000,
        ...agents,
      }),
    }),
  );
}

import { bearer, cookieOf, type SecuredServer } from '../support/accounts.js';
import type { GraphqlAnswer } from '../support/server.js';

/** A credential that must never appear in an answer, a log or the database. */
export const CANARY = 'sk-canary-0123456789';

export type Headers = Record<string, string>;

export interface Provider {
  id: string;
  name: string;
  description: string | null;
  provider: string;
  sdk: string;
  modelNames: string[];
  config: Record<string, unknown>;
  user: { username: string } | null;
  createdAt: string;
  updatedAt: string;
}

const KEYED = 'apiKey headers { name value }';

/** Everything that administrators see of a provider. */
export const PROVIDER_FIELDS = `
  id name description provider sdk modelNames createdAt updatedAt user { username }
  config {
    __typename
    ... on OpenAICustomProviderConfig { ${KEYED} baseUrl apiType organization project }
    ... on AzureOpenAICustomProviderConfig { ${KEYED} endpoint apiType }
    ... on AnthropicCustomProviderConfig { ${KEYED} baseUrl }
    ... on GoogleGenAICustomProviderConfig { ${KEYED} baseUrl }
    ... on AWSBedrockCustomProviderConfig {
      region endpointUrl accessKeyId secretAccessKey sessionToken
    }
    ... on UnparsableConfig { parseError }
  }`;

export const LIST = `query ($first: Int, $after: String) {
  generativeModelCustomProviders(first: $first, after: $after) {
    edges { cursor node { ${PROVIDER_FIELDS} } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const CREATE = `mutation ($input: CreateGenerativeModelCustomProviderMutationInput!) {
  createGenerativeModelCustomProvider(input: $input) {
    provider { ${PROVIDER_FIELDS} } query { __typename }
  }
}`;

export const PATCH = `mutation ($input: PatchGenerativeModelCustomProviderMutationInput!) {
  patchGenerativeModelCustomProvider(input: $input) {
    provider { ${PROVIDER_FIELDS} } query { __typename }
  }
}`;

export const DELETE = `mutation ($input: DeleteGenerativeModelCustomProviderMutationInput!) {
  deleteGenerativeModelCustomProvider(input: $input) { id query { __typename } }
}`;

/** The smallest valid input. */
export const aProvider = (fields: object = {}) => ({
  name: 'gateway',
  provider: 'Acme',
  clientConfig: { openai: { apiKey: CANARY, baseUrl: 'https://models.example.com/v1' } },
  ...fields,
});

type Changed = Record<string, { provider: Provider }>;

/** Runs mutations as an administrator, or with other headers. */
export function customProvidersOf(server: SecuredServer) {
  const admin: Headers = cookieOf(server.accounts.ADMIN);
  const send = async (query: string, input: object, headers: Headers) => {
    const answer = await server.gqlAs<Changed>(headers, query, { input });
    return { ...answer, provider: Object.values(answer.data ?? {})[0]?.provider };
  };
  return {
    admin,
    create: (input: object, headers = admin) => send(CREATE, input, headers),
    patch: (input: object, headers = admin) => send(PATCH, input, headers),
    remove: (id: string, headers = admin) => send(DELETE, { id }, headers),
    async list(variables: object = {}, headers = admin) {
      const { data } = await server.gqlAs<{
        generativeModelCustomProviders: {
          edges: { cursor: string; node: Provider }[];
          pageInfo: { hasNextPage: boolean; endCursor: string | null };
        };
      }>(headers, LIST, { ...variables });
      return data!.generativeModelCustomProviders;
    },
    /** Everyone who is signed in but may not change providers, with what they are told. */
    others(): [Headers, string][] {
      const { MEMBER, VIEWER } = server.accounts;
      return [
        [cookieOf(VIEWER), 'Viewers cannot perform this action.'],
        [bearer(VIEWER.key), 'Viewers cannot perform this action.'],
        [cookieOf(MEMBER), 'Only admin can perform this action.'],
        [bearer(MEMBER.key), 'Only admin can perform this action.'],
        [bearer(server.systemKey), 'Only admin can perform this action.'],
      ];
    },
  };
}

/** The code and message of the first error. */
export function refusal({ errors }: GraphqlAnswer<unknown>): [string?, string?] {
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
}

export const rowIdOf = (globalId: string): number =>
  Number(Buffer.from(globalId, 'base64').toString().split(':')[1]);

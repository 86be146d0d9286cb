import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, type List, useAllPages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 100;

export const CustomProvidersQuery = graphql(`
  query CustomModelProviders($first: Int!, $after: String, $withConfig: Boolean!) {
    generativeModelCustomProviders(first: $first, after: $after) {
      edges {
        node {
          id
          name
          description
          provider
          sdk
          modelNames
          updatedAt
          user {
            id
            username
          }
          config @include(if: $withConfig) {
            __typename
            ... on OpenAICustomProviderConfig {
              baseUrl
              apiType
              organization
              project
              headers {
                name
              }
            }
            ... on AzureOpenAICustomProviderConfig {
              endpoint
              apiType
              headers {
                name
              }
            }
            ... on AnthropicCustomProviderConfig {
              baseUrl
              headers {
                name
              }
            }
            ... on GoogleGenAICustomProviderConfig {
              baseUrl
              headers {
                name
              }
            }
            ... on AWSBedrockCustomProviderConfig {
              region
              endpointUrl
            }
            ... on UnparsableConfig {
              parseError
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A custom provider. Only administrators get its config, which never contains a credential. */
export type CustomProvider = ResultOf<
  typeof CustomProvidersQuery
>['generativeModelCustomProviders']['edges'][number]['node'];
export type ProviderConfig = NonNullable<CustomProvider['config']>;

/** Lists all custom providers, newest first. */
export function useCustomProviders(withConfig: boolean): List<CustomProvider> {
  return useAllPages(
    createPageSource(CustomProvidersQuery, {
      variables: { first: PAGE_SIZE, withConfig },
      connection: (data) => data.generativeModelCustomProviders,
    }),
  );
}

export const CreateCustomProviderMutation = graphql(`
  mutation CreateCustomModelProvider($input: CreateGenerativeModelCustomProviderMutationInput!) {
    createGenerativeModelCustomProvider(input: $input) {
      provider {
        id
      }
    }
  }
`);

export const PatchCustomProviderMutation = graphql(`
  mutation PatchCustomModelProvider($input: PatchGenerativeModelCustomProviderMutationInput!) {
    patchGenerativeModelCustomProvider(input: $input) {
      provider {
        id
      }
    }
  }
`);

export const DeleteCustomProviderMutation = graphql(`
  mutation DeleteCustomModelProvider($input: DeleteGenerativeModelCustomProviderMutationInput!) {
    deleteGenerativeModelCustomProvider(input: $input) {
      id
    }
  }
`);

export const TestCredentialsMutation = graphql(`
  mutation TestCustomModelProvider($input: TestGenerativeModelCustomProviderCredentialsInput!) {
    testGenerativeModelCustomProviderCredentials(input: $input) {
      error
    }
  }
`);

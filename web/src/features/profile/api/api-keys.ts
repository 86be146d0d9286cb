import { graphql, type ResultOf } from '../../../graphql.js';

export const OwnKeysQuery = graphql(`
  query OwnKeys {
    viewer {
      id
      apiKeys {
        id
        name
        description
        prefix
        scope
        createdAt
        lastUsedAt
        expiresAt
        project {
          id
          name
        }
      }
    }
  }
`);

/** One of your API keys, without the secret part, which is shown only once. */
export type OwnKey = NonNullable<ResultOf<typeof OwnKeysQuery>['viewer']>['apiKeys'][number];

export const CreateOwnKeyMutation = graphql(`
  mutation CreateOwnKey($input: CreateUserApiKeyInput!) {
    createUserApiKey(input: $input) {
      jwt
      apiKey {
        id
      }
    }
  }
`);

export const DeleteOwnKeyMutation = graphql(`
  mutation DeleteOwnKey($input: DeleteApiKeyInput!) {
    deleteUserApiKey(input: $input) {
      apiKeyId
    }
  }
`);

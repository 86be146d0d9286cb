import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const SystemApiKeysQuery = graphql(`
  query SettingsSystemApiKeys {
    systemApiKeys {
      id
      name
      description
      prefix
      scope
      createdAt
      expiresAt
      lastUsedAt
      project {
        id
        name
      }
    }
  }
`);

export const UserApiKeysQuery = graphql(`
  query SettingsUserApiKeys {
    userApiKeys {
      id
      name
      description
      prefix
      scope
      createdAt
      expiresAt
      lastUsedAt
      project {
        id
        name
      }
      user {
        id
        username
      }
    }
  }
`);

export type SystemKeyRow = ResultOf<typeof SystemApiKeysQuery>['systemApiKeys'][number];
export type UserKeyRow = ResultOf<typeof UserApiKeysQuery>['userApiKeys'][number];

/** Lists the system keys. */
export function useSystemKeys() {
  const { data, error, reload } = useGraphqlQuery(SystemApiKeysQuery, {});
  return { keys: data?.systemApiKeys, error, reload };
}

/** Lists the API keys of all users. */
export function useUserKeys() {
  const { data, error, reload } = useGraphqlQuery(UserApiKeysQuery, {});
  return { keys: data?.userApiKeys, error, reload };
}

export const CreateSystemKeyMutation = graphql(`
  mutation SettingsCreateSystemKey($input: CreateApiKeyInput!) {
    createSystemApiKey(input: $input) {
      jwt
      apiKey {
        id
        name
      }
    }
  }
`);

export const DeleteSystemKeyMutation = graphql(`
  mutation SettingsDeleteSystemKey($input: DeleteApiKeyInput!) {
    deleteSystemApiKey(input: $input) {
      apiKeyId
    }
  }
`);

export const DeleteUserKeyMutation = graphql(`
  mutation SettingsDeleteUserKey($input: DeleteApiKeyInput!) {
    deleteUserApiKey(input: $input) {
      apiKeyId
    }
  }
`);

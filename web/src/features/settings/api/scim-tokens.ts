import { graphql, type ResultOf } from '../../../graphql.js';

export const ScimTokensQuery = graphql(`
  query SettingsScimTokens {
    scimTokens {
      id
      name
      prefix
      createdAt
      lastUsedAt
    }
  }
`);

/** The token of a provisioning service, without the secret part. */
export type ScimTokenRow = ResultOf<typeof ScimTokensQuery>['scimTokens'][number];

export const CreateScimTokenMutation = graphql(`
  mutation SettingsCreateScimToken($input: CreateScimTokenInput!) {
    createScimToken(input: $input) {
      token
    }
  }
`);

export const DeleteScimTokenMutation = graphql(`
  mutation SettingsDeleteScimToken($input: DeleteScimTokenInput!) {
    deleteScimToken(input: $input) {
      scimTokenId
    }
  }
`);

import { graphql } from '../../graphql.js';

/** Sets secrets, or deletes those whose value is null. For administrators. */
export const SetSecretsMutation = graphql(`
  mutation SetSecrets($input: UpsertOrDeleteSecretsMutationInput!) {
    upsertOrDeleteSecrets(input: $input) {
      upsertedSecrets {
        id
      }
      deletedIds
    }
  }
`);

import { graphql } from '../../../graphql.js';

/** The fields of a user in the list. */
export const UserFields = graphql(`
  fragment UserFields on User @_unmask {
    id
    username
    email
    authMethod
    createdAt
    passwordNeedsReset
    isActive
    role {
      id
      name
    }
  }
`);

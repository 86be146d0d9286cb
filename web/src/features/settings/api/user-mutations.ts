import { graphql } from '../../../graphql.js';
import { UserFields } from './user-fields.js';

export const CreateUserMutation = graphql(`
  mutation SettingsCreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      user {
        id
        username
      }
    }
  }
`);

export const PatchUserMutation = graphql(
  `
    mutation SettingsPatchUser($input: PatchUserInput!) {
      patchUser(input: $input) {
        user {
          ...UserFields
        }
      }
    }
  `,
  [UserFields],
);

export const ResetSecondFactorMutation = graphql(`
  mutation SettingsResetSecondFactor($input: ResetSecondFactorInput!) {
    resetSecondFactor(input: $input) {
      user {
        id
      }
    }
  }
`);

export const DeleteUsersMutation = graphql(`
  mutation SettingsDeleteUsers($input: DeleteUsersInput!) {
    deleteUsers(input: $input) {
      userIds
    }
  }
`);

export const EndUserSessionMutation = graphql(`
  mutation SettingsEndSession($input: EndLoginSessionInput!) {
    endLoginSession(input: $input) {
      user {
        id
        sessions {
          id
        }
      }
    }
  }
`);

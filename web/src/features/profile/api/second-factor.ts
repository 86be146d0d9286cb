import { graphql, type ResultOf } from '../../../graphql.js';

export const SecondFactorQuery = graphql(`
  query OwnSecondFactor {
    viewer {
      id
      secondFactor {
        authenticatorAddedAt
        recoveryCodeCount
        passkeys {
          id
          name
          createdAt
          lastUsedAt
        }
      }
    }
  }
`);

/** Your second factors. */
export type SecondFactor = NonNullable<
  NonNullable<ResultOf<typeof SecondFactorQuery>['viewer']>['secondFactor']
>;

/** One of your passkeys. */
export type Passkey = SecondFactor['passkeys'][number];

export const RemoveAuthenticatorMutation = graphql(`
  mutation RemoveAuthenticator($input: PasswordProofInput!) {
    removeAuthenticator(input: $input) {
      user {
        id
      }
    }
  }
`);

export const RemovePasskeyMutation = graphql(`
  mutation RemovePasskey($input: RemovePasskeyInput!) {
    removePasskey(input: $input) {
      user {
        id
      }
    }
  }
`);

export const ReplaceRecoveryCodesMutation = graphql(`
  mutation ReplaceRecoveryCodes($input: PasswordProofInput!) {
    replaceRecoveryCodes(input: $input) {
      recoveryCodes
    }
  }
`);

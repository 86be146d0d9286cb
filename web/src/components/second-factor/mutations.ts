import { graphql } from '../../graphql.js';

export const StartAuthenticatorMutation = graphql(`
  mutation StartAuthenticator($input: PasswordProofInput!) {
    startAuthenticator(input: $input) {
      secret
      uri
    }
  }
`);

export const ConfirmAuthenticatorMutation = graphql(`
  mutation ConfirmAuthenticator($input: ConfirmAuthenticatorInput!) {
    confirmAuthenticator(input: $input) {
      recoveryCodes
    }
  }
`);

export const StartPasskeyMutation = graphql(`
  mutation StartPasskey($input: PasswordProofInput!) {
    startPasskey(input: $input) {
      options
    }
  }
`);

export const AddPasskeyMutation = graphql(`
  mutation AddPasskey($input: AddPasskeyInput!) {
    addPasskey(input: $input) {
      recoveryCodes
    }
  }
`);

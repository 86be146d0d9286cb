/** The password was correct, but the account has a second factor. */
export class SecondStep {
  /**
   * What the user can present to `POST /auth/second-factor`: `passkey`, `authenticator`,
   * `recovery_code`.
   */
  second_factors: string[];
}

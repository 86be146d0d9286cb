import { Secret, TOTP } from 'otpauth';
import { type Account, ADMIN_PASSWORD, cookieOf, type SecuredServer } from './accounts.js';

export const START = `mutation ($input: PasswordProofInput!) {
  startAuthenticator(input: $input) { secret uri }
}`;
export const CONFIRM = `mutation ($input: ConfirmAuthenticatorInput!) {
  confirmAuthenticator(input: $input) { recoveryCodes user { secondFactor { authenticatorAddedAt } } }
}`;
export const REMOVE = `mutation ($input: PasswordProofInput!) {
  removeAuthenticator(input: $input) { user { secondFactor { authenticatorAddedAt recoveryCodeCount } } }
}`;
export const REPLACE_CODES = `mutation ($input: PasswordProofInput!) {
  replaceRecoveryCodes(input: $input) { recoveryCodes }
}`;
export const RESET =
  'mutation ($input: ResetSecondFactorInput!) { resetSecondFactor(input: $input) { user { id } } }';

/** An account with an authenticator app. */
export interface ProtectedAccount extends Account {
  secret: string;
  recoveryCodes: string[];
}

const STEP_MS = 30_000;

/**
 * Returns the code that an app shows, some steps of thirty seconds from now. Without `steps`, the
 * server accepts it in the next step, too. With `steps`, use `withinOneStep`.
 */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Returns what some work does, and repeats it if a new step began in the meantime. */
export async function withinOneStep<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const step = currentStep();
    const result = await work();
    if (currentStep() === step) return result;
  }
}

const currentStep = () => Math.floor(Date.now() / STEP_MS);

/** Creates a local account whose password is `ADMIN_PASSWORD`. */
export async function createLocalAccount(
  server: SecuredServer,
  role: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'MEMBER',
): Promise<Account> {
  const account = await server.createAccount(role);
  await server.sql(
    `UPDATE users SET password_hash =
       (SELECT password_hash FROM users WHERE email = 'admin@localhost') WHERE id = $1`,
    [account.userId],
  );
  return account;
}

/** Creates a local account, and adds an authenticator app to it. */
export async function createProtectedAccount(
  server: SecuredServer,
  role?: 'ADMIN' | 'MEMBER' | 'VIEWER',
): Promise<ProtectedAccount> {
  const account = await createLocalAccount(server, role);
  const send = async <T>(query: string, input: object): Promise<T> => {
    const { data, errors } = await server.gqlAs<Record<string, T>>(cookieOf(account), query, {
      input,
    });
    if (!data) throw new Error(errors?.[0]?.message);
    return Object.values(data)[0]!;
  };
  const { secret } = await send<{ secret: string }>(START, { password: ADMIN_PASSWORD });
  const confirmed = await send<{ recoveryCodes: string[] }>(CONFIRM, { code: codeOf(secret) });
  await forgetStep(server, account);
  return { ...account, secret, recoveryCodes: confirmed.recoveryCodes };
}

/** Lets a user enter the code of the same thirty seconds again. */
export async function forgetStep(server: SecuredServer, { userId }: Account): Promise<void> {
  await server.sql('UPDATE totp_authenticators SET last_step = NULL WHERE user_id = $1', [userId]);
}

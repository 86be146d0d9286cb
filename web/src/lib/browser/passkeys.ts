import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** The answer of the browser, or why there is none; null if the user changed their mind. */
export type PasskeyAnswer<Credential> =
  | { credential: Credential; problem?: undefined }
  | { credential?: undefined; problem: string | null };

/** Whether this browser can use passkeys here. Addresses without a host name have none. */
export function canUsePasskeys(): boolean {
  const hasName = !/^(\[.*\]|[\d.]+)$/.test(location.hostname);
  return hasName && typeof globalThis.PublicKeyCredential === 'function';
}

/** Lets the user create a passkey. */
export async function createPasskey(
  options: unknown,
): Promise<PasskeyAnswer<RegistrationResponseJSON>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return answer(startRegistration({ optionsJSON }));
}

/** Lets the user choose a passkey to sign in with. */
export async function askForPasskey(
  options: unknown,
): Promise<PasskeyAnswer<AuthenticationResponseJSON>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return answer(startAuthentication({ optionsJSON }));
}

async function answer<Credential>(
  ceremony: Promise<Credential>,
): Promise<PasskeyAnswer<Credential>> {
  try {
    return { credential: await ceremony };
  } catch (error) {
    return { problem: describe(error) };
  }
}

function describe(error: unknown): string | null {
  const name = error instanceof Error ? error.name : '';
  // Also if the user waited too long, or has no passkey: browsers do not tell which.
  if (name === 'NotAllowedError' || name === 'AbortError') return null;
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return 'The browser could not use a passkey. Try again, or use another browser.';
}

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

/** Far more than any authenticator sends, without attestation. */
const encoded = z.string().max(10_000);

const credential = { id: encoded, rawId: encoded, type: z.literal('public-key') };

/** The browser's response after creating a passkey. Other fields are ignored. */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(50)).max(20).nullish(),
  }),
});

/** The browser's response after signing a challenge with a passkey. Other fields are ignored. */
export const usedCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.nullish(),
    }),
  })
  .meta({ id: 'PasskeyCredential' });

export type NewCredential = z.output<typeof newCredential>;
export type UsedCredential = z.output<typeof usedCredential>;

export function toRegistrationResponse({
  response: { transports, ...response },
  ...rest
}: NewCredential): RegistrationResponseJSON {
  return {
    ...rest,
    response: { ...response, ...(transports && { transports }) },
    clientExtensionResults: {},
  };
}

export function toAuthenticationResponse({
  response: { userHandle, ...response },
  ...rest
}: UsedCredential): AuthenticationResponseJSON {
  return {
    ...rest,
    response: { ...response, ...(userHandle && { userHandle }) },
    clientExtensionResults: {},
  };
}

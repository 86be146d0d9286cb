import * as oauth2 from 'openid-client';
import { CommandError } from '../errors/command-error.js';
import type { SignIn } from './credentials-file.js';
import { describeNetworkError } from './network-error.js';

/** This program, as every server knows it. */
const CLIENT_ID = 'spandrel-cli';
const TIMEOUT_SECONDS = 20;

/** An authorization that a user has not decided on yet. */
export interface Asked {
  /** The page to open in a browser. */
  page: URL;
  /** Guards the answer against other pages. */
  state: string;
  /** Exchanges the answer for tokens. @param answer where the browser was sent. */
  finish: (answer: URL) => Promise<SignIn>;
}

/**
 * Prepares an authorization with a code and PKCE.
 * @param redirectUri where the browser brings the answer.
 * @throws CommandError if the server does not offer it.
 */
export async function ask(url: string, redirectUri: string): Promise<Asked> {
  const server = await discover(url);
  const verifier = oauth2.randomPKCECodeVerifier();
  const state = oauth2.randomState();
  const page = oauth2.buildAuthorizationUrl(server, {
    redirect_uri: redirectUri,
    code_challenge: await oauth2.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  if (!/^https?:$/.test(page.protocol)) {
    throw new CommandError(`${url} returned a sign-in address that is not http or https.`);
  }
  return {
    page,
    state,
    finish: async (answer) => {
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      try {
        return toSignIn(await oauth2.authorizationCodeGrant(server, answer, checks));
      } catch (error) {
        throw new CommandError(
          isOAuth2Error(error, 'access_denied')
            ? 'You denied the access, so nothing was stored.'
            : `Signing in failed. ${describeNetworkError(error)}`,
        );
      }
    },
  };
}

/**
 * Exchanges a refresh token, which can be done once.
 * @returns null if the sign-in has ended.
 */
export async function refresh(url: string, { refreshToken }: SignIn): Promise<SignIn | null> {
  const server = await discover(url);
  try {
    return toSignIn(await oauth2.refreshTokenGrant(server, refreshToken));
  } catch (error) {
    if (isOAuth2Error(error, 'invalid_grant')) return null;
    throw new CommandError(`Renewing the sign-in at ${url} failed. ${describeNetworkError(error)}`);
  }
}

/** Ends a sign-in on the server. */
export async function revoke(url: string, { refreshToken }: SignIn): Promise<void> {
  try {
    await oauth2.tokenRevocation(await discover(url), refreshToken);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`Signing out at ${url} failed. ${describeNetworkError(error)}`);
  }
}

async function discover(url: string): Promise<oauth2.Configuration> {
  const isSecure = url.startsWith('https:');
  try {
    return await oauth2.discovery(new URL(url), CLIENT_ID, undefined, oauth2.None(), {
      algorithm: 'oauth2',
      timeout: TIMEOUT_SECONDS,
      execute: isSecure ? [] : [oauth2.allowInsecureRequests],
    });
  } catch (error) {
    const { status, body } = ((error as Error).cause ?? {}) as {
      status?: number;
      body?: { issuer?: unknown };
    };
    if (status === 404) {
      throw new CommandError(
        `The server at ${url} does not let applications sign in. Use an API key: spandrel login --api-key`,
      );
    }
    const issuer = body?.issuer;
    if (typeof issuer === 'string') {
      throw new CommandError(`The server at ${url} is known as ${issuer}. Use that as --url.`);
    }
    throw new CommandError(
      `Could not read the sign-in settings of ${url}. ${describeNetworkError(error)}`,
    );
  }
}

function toSignIn(tokens: oauth2.TokenEndpointResponse): SignIn {
  const { access_token, refresh_token, expires_in = 0 } = tokens;
  if (refresh_token === undefined) throw new CommandError('The server sent no refresh token.');
  return {
    type: 'sign-in',
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + expires_in * 1000,
  };
}

function isOAuth2Error(error: unknown, code: string): boolean {
  return error instanceof Error && (error as { error?: unknown }).error === code;
}

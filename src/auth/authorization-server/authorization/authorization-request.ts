import type { Resource } from '../../../kernel/http/resource.js';
import { OAuth2Error } from '../oauth2-error.js';
import { readResource } from '../resources.js';

/** The parameters of a request, as they were sent. Those given several times are lists. */
export type SentParameters = Readonly<Record<string, unknown>>;

/** The validated parameters of an authorization request, without those that identify the application. */
export interface AuthorizationRequest {
  codeChallenge: string;
  resource: Resource | null;
}

/** SHA-256 as base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/** 128 random bits as base64url. */
const MIN_STATE = 22;
const MAX_STATE = 2048;

/** Returns a parameter that was given exactly once. */
export function readSingle(parameters: SentParameters, name: string): string | null {
  const value = parameters[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Checks the parameters that say what an application asks for (RFC 6749, 4.1.1; RFC 7636). Ignores
 * those that it does not know, including scopes.
 * @param origin public URL of this server.
 * @throws OAuth2Error
 */
export function readAuthorizationRequest(
  parameters: SentParameters,
  origin: string,
): AuthorizationRequest {
  if (readSingle(parameters, 'response_type') !== 'code') {
    throw new OAuth2Error('unsupported_response_type', 'response_type must be code.');
  }
  const state = readSingle(parameters, 'state');
  if (state === null || state.length < MIN_STATE || state.length > MAX_STATE) {
    throw new OAuth2Error(
      'invalid_request',
      `state must have ${MIN_STATE} to ${MAX_STATE} characters.`,
    );
  }
  const codeChallenge = readSingle(parameters, 'code_challenge');
  const method = readSingle(parameters, 'code_challenge_method');
  if (codeChallenge === null || !CHALLENGE.test(codeChallenge) || method !== 'S256') {
    throw new OAuth2Error(
      'invalid_request',
      'code_challenge must be a SHA-256 as base64url, and code_challenge_method S256 (RFC 7636).',
    );
  }
  return { codeChallenge, resource: readResource(listValues(parameters['resource']), origin) };
}

/** Empty parameters count as absent (RFC 6749, 3.1). */
function listValues(value: unknown): unknown[] {
  return [value ?? []].flat().filter((item) => item !== '');
}

import type { AuthEnv } from '../config/auth-env.js';

/**
 * The page that somebody lands on who is signed out, or could not be signed in. Without passwords
 * `login` leads on to a provider by itself, which would bring them back in.
 */
export function signedOutPage({ isPasswordLoginEnabled }: AuthEnv): string {
  return isPasswordLoginEnabled ? 'login' : 'logout';
}

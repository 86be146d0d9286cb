import { NotFoundError } from '../../kernel/errors/errors.js';
import type { Env } from '../../config/env.js';
import { assertAuthenticationOn } from '../sign-ins/authentication-on.js';

/** @throws NotFoundError if applications cannot ask for access here. */
export function assertServerOn({
  auth,
  authorizationServer,
}: Pick<Env, 'auth' | 'authorizationServer'>): void {
  assertAuthenticationOn(auth);
  if (authorizationServer.isEnabled) return;
  throw new NotFoundError(
    'Applications cannot ask for access to this server. Use an API key instead.',
  );
}

import { ForbiddenError, NotFoundError } from '../../common/errors/errors.js';
import type { AuthEnv } from '../../config/auth-env.js';

/** @throws NotFoundError while authentication is off: nobody can sign in then. */
export function assertAuthenticationOn({ isEnabled }: Pick<AuthEnv, 'isEnabled'>): void {
  if (isEnabled) return;
  throw new NotFoundError('Authentication is off; set SPANDREL_ENABLE_AUTH=true to sign in.');
}

/** @throws NotFoundError while authentication is off; ForbiddenError where passwords are disabled. */
export function assertPasswordsAccepted(
  auth: Pick<AuthEnv, 'isEnabled' | 'isPasswordLoginEnabled'>,
): void {
  assertAuthenticationOn(auth);
  if (!auth.isPasswordLoginEnabled) throw new ForbiddenError('Forbidden');
}

import { ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import type { AuthEnv } from '../../config/auth-env.js';

/** @throws NotFoundError if authentication is off, because nobody can sign in then. */
export function assertAuthenticationOn({ isEnabled }: Pick<AuthEnv, 'isEnabled'>): void {
  if (isEnabled) return;
  throw new NotFoundError('Authentication is off. To turn it on, set SPANDREL_ENABLE_AUTH=true.');
}

/** The variables that configure local accounts. */
export const PASSWORD_VARIABLES =
  'SPANDREL_DISABLE_BASIC_AUTH, SPANDREL_PASSWORD_…, SPANDREL_BRUTE_FORCE_…';

/** @throws NotFoundError if authentication is off; ForbiddenError if passwords are disabled. */
export function assertPasswordsAccepted(
  auth: Pick<AuthEnv, 'isEnabled' | 'isPasswordLoginEnabled'>,
): void {
  assertAuthenticationOn(auth);
  if (!auth.isPasswordLoginEnabled) throw new ForbiddenError('Forbidden');
}

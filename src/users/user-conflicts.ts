import { ConflictError } from '../common/errors/errors.js';
import { violatedConstraint } from '../database/db-errors.js';

const TAKEN: Record<string, string> = {
  users_username_key: 'Username already exists',
  users_email_key: 'Email already exists',
  users_oauth2_identity: 'A user with this identity already exists',
  users_ldap_identity: 'A user with this identity already exists',
};

/** Rethrows the refusal of a row that another user stands in the way of as a ConflictError. */
export function conflictOf(error: unknown): never {
  const taken = TAKEN[violatedConstraint(error) ?? ''];
  throw taken ? new ConflictError(taken) : error;
}

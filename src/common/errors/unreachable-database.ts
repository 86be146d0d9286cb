import { isUnreachable } from '../../database/db-errors.js';
import { UnavailableError } from './errors.js';

const RETRY_AFTER_SECONDS = 2;

/** An error as callers should see it: "try again later" when the database cannot be reached. */
export function withoutDatabase(error: unknown): unknown {
  return isUnreachable(error)
    ? new UnavailableError('database unreachable', RETRY_AFTER_SECONDS)
    : error;
}

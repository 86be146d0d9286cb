import { isUnreachable } from '../../database/db-errors.js';
import { UnavailableError } from './errors.js';

const RETRY_AFTER_SECONDS = 2;

/** The error as callers should see it: "later" when it only says that the database is away. */
export function withoutDatabase(error: unknown): unknown {
  return isUnreachable(error)
    ? new UnavailableError('database unreachable', RETRY_AFTER_SECONDS)
    : error;
}

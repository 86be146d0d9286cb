import { isNativeError } from 'node:util/types';
import { ResultCodeError } from 'ldapts';

/** Results of a server that responds but cannot process requests: time limit, busy, unavailable. */
const UNUSABLE_RESULTS = new Set([3, 51, 52]);

/**
 * The server could not be queried: it is unreachable, busy or does not respond, or its certificate is
 * invalid. Another server may work.
 */
export class ServerUnusableError extends Error {
  override readonly name = 'ServerUnusableError';

  /** @param reason a code or a class name, never the message of an error. */
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** The directory refused the request. Its other servers would, too. */
export class DirectoryResultError extends Error {
  override readonly name = 'DirectoryResultError';

  constructor(readonly resultCode: number) {
    super(`result ${resultCode}`);
  }
}

/** The password may be right, but the account cannot be used here. */
export class UnfitAccountError extends Error {
  override readonly name = 'UnfitAccountError';

  /** @param reason for the log and the audit log; the user does not see it. */
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * Translates a failure of the LDAP library. Its message is dropped because it may contain names.
 */
export function toDirectoryError(error: unknown): ServerUnusableError | DirectoryResultError {
  if (error instanceof ServerUnusableError || error instanceof DirectoryResultError) return error;
  if (error instanceof ResultCodeError) {
    return UNUSABLE_RESULTS.has(error.code)
      ? new ServerUnusableError(`result ${error.code}`)
      : new DirectoryResultError(error.code);
  }
  return new ServerUnusableError(readReason(error));
}

function readReason(error: unknown): string {
  if (!isNativeError(error)) return typeof error;
  if (error.name === 'AbortError' || error.message.endsWith('timed out')) return 'timeout';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The library has no error class for closed connections.
  return error.name === 'Error' ? 'connection lost' : error.name;
}

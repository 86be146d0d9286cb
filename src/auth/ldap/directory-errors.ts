import { isNativeError } from 'node:util/types';
import { ResultCodeError } from 'ldapts';

/** Results of a server that is there but cannot serve: out of time, busy, unavailable. */
const UNUSABLE_RESULTS = new Set([3, 51, 52]);

/**
 * A server that could not be asked: it cannot be reached, its certificate does not hold, it gives no
 * answer, or it is busy. Another one may do better.
 */
export class ServerUnusableError extends Error {
  override readonly name = 'ServerUnusableError';

  /** @param reason a code or the name of a class, never the text of an error. */
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** The directory answered, and the answer was no. Another server would say the same. */
export class DirectoryResultError extends Error {
  override readonly name = 'DirectoryResultError';

  constructor(readonly resultCode: number) {
    super(`result ${resultCode}`);
  }
}

/** A person whose password may be right, but whose account cannot be used here. */
export class UnfitAccountError extends Error {
  override readonly name = 'UnfitAccountError';

  /** @param reason for the log and the audit log; the person is told nothing. */
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** What a failure of the LDAP library means. Its text may hold names and is left behind. */
export function directoryError(error: unknown): ServerUnusableError | DirectoryResultError {
  if (error instanceof ServerUnusableError || error instanceof DirectoryResultError) return error;
  if (error instanceof ResultCodeError) {
    return UNUSABLE_RESULTS.has(error.code)
      ? new ServerUnusableError(`result ${error.code}`)
      : new DirectoryResultError(error.code);
  }
  return new ServerUnusableError(reasonOf(error));
}

function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return typeof error;
  if (error.name === 'AbortError' || error.message.endsWith('timed out')) return 'timeout';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The library has no class of its own for connections that end.
  return error.name === 'Error' ? 'connection lost' : error.name;
}

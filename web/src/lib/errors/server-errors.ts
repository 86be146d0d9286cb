import { RequestError } from '../data/request-error.js';

/** The explanation of an error for the user. */
export interface ErrorDescription {
  title: string;
  detail: string;
  /** The server did not respond at all; try again. */
  unreachable: boolean;
}

/** Distinguishes a server that is down, a rejected request, a timeout and an error in the page. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof RequestError) {
    const { status, code, message } = error;
    if (code === undefined && (status === undefined || status === 502 || status === 503)) {
      return {
        title: 'The server cannot be reached',
        detail: 'It may be starting up or stopped. Check that Spandrel is running, then try again.',
        unreachable: true,
      };
    }
    if (status === 504 || /timeout|timed out/i.test(message)) {
      return {
        title: 'The server took too long',
        detail: 'Choose a shorter time range or a narrower filter.',
        unreachable: false,
      };
    }
    return { title: 'The request failed', detail: message, unreachable: false };
  }
  if (isMissingPart(error)) {
    return {
      title: 'Part of this page could not be loaded',
      detail:
        'The server may be down, or may have been upgraded since you opened this page. Reload the page.',
      unreachable: true,
    };
  }
  return {
    title: 'Something went wrong on this page',
    detail: error instanceof Error ? error.message : String(error),
    unreachable: false,
  };
}

/**
 * The errors of Vite and the browsers if a script or style sheet of the app could not be loaded.
 */
const MISSING_PART =
  /Unable to preload CSS|dynamically imported module|Importing a module script failed/i;

/**
 * Whether a script or style sheet of the page could not be loaded; only reloading the page helps.
 */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && MISSING_PART.test(error.message);
}

/** Whether the server reports that the requested ID does not exist. */
export function isNotFound(error: RequestError): boolean {
  return error.code === 'NOT_FOUND';
}

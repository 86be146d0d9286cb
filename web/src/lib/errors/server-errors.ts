import { CombinedError } from '@urql/core';

/** What to tell a person about an error. */
export interface ErrorDescription {
  title: string;
  detail: string;
  /** The server did not answer at all; trying again is the remedy. */
  unreachable: boolean;
}

/** Tells a server that is down from one that refused, was too slow, or from a fault of the page. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof CombinedError) {
    const status = responseStatus(error);
    if (error.networkError && (status === undefined || status === 502 || status === 503)) {
      return {
        title: 'The server cannot be reached',
        detail: 'It may be starting or stopped. Check that Spandrel is running, then try again.',
        unreachable: true,
      };
    }
    const text = error.graphQLErrors[0]?.message ?? error.networkError?.message ?? error.message;
    if (status === 504 || /timeout|timed out/i.test(text)) {
      return {
        title: 'The server took too long',
        detail: 'A shorter time range or a narrower filter answers sooner.',
        unreachable: false,
      };
    }
    return { title: 'The server could not answer', detail: text, unreachable: false };
  }
  if (isMissingPart(error)) {
    return {
      title: 'A part of this page could not be loaded',
      detail:
        'The server may be stopped, or was replaced by a newer version since the page was opened.',
      unreachable: true,
    };
  }
  return {
    title: 'Something on this page broke',
    detail: error instanceof Error ? error.message : String(error),
    unreachable: false,
  };
}

/** How Vite and the browsers say that a script or style sheet of the application did not come. */
const MISSING_PART =
  /Unable to preload CSS|dynamically imported module|Importing a module script failed/i;

/** Whether a script or style sheet of the page itself did not come; only loading the page anew helps. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && MISSING_PART.test(error.message);
}

function responseStatus(error: CombinedError): number | undefined {
  const response: unknown = error.response;
  if (typeof response !== 'object' || response === null || !('status' in response))
    return undefined;
  return typeof response.status === 'number' ? response.status : undefined;
}

/** Whether the server says that what was asked for by its id does not exist. */
export function isNotFound(error: CombinedError): boolean {
  return error.graphQLErrors.some(({ extensions }) => extensions['code'] === 'NOT_FOUND');
}

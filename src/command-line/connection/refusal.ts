/** More than any message of the server, but less than a page of a proxy. */
const MAX_MESSAGE_LENGTH = 2000;

interface Violation {
  loc?: unknown[];
  msg?: string;
}

/**
 * Explains why the server refused a request, in its own words, and what to do about it.
 * @param hasToken whether the request had a credential.
 */
export async function describeRefusal(response: Response, hasToken: boolean): Promise<string> {
  const text = (await response.text().catch(() => '')).trim();
  const reason = readReason(text, response.headers.get('content-type') ?? '');
  const words = reason ? reason.replace(/[^.!?]$/, '$&.') : '';
  switch (response.status) {
    case 401:
      return hasToken
        ? `The server did not accept the credential: ${words || 'Invalid token.'}\nRun "spandrel login" again, or set SPANDREL_API_KEY to a valid key.`
        : 'The server requires a credential.\nRun "spandrel login" or set SPANDREL_API_KEY.';
    case 429: {
      const seconds = response.headers.get('retry-after');
      return `${words || 'Too many requests.'}${seconds ? ` Try again in ${seconds} seconds.` : ''}`;
    }
    default:
      return words || `The server responded with the status ${response.status}.`;
  }
}

function readReason(text: string, type: string): string {
  if (type.includes('html')) return '';
  if (!type.includes('json')) return text.slice(0, MAX_MESSAGE_LENGTH);
  try {
    const { detail, error, message } = JSON.parse(text) as Record<string, unknown>;
    if (Array.isArray(detail)) return (detail as Violation[]).map(toSentence).join('\n');
    const first = [detail, error, message].find((value) => typeof value === 'string');
    return first ?? text.slice(0, MAX_MESSAGE_LENGTH);
  } catch {
    return text.slice(0, MAX_MESSAGE_LENGTH);
  }
}

/** `limit: Input should be greater than 0.` */
function toSentence({ loc = [], msg = 'is not valid' }: Violation): string {
  const place = loc.slice(1).join('.');
  return `${place ? `${place}: ` : ''}${msg.replace(/\.?$/, '.')}`;
}

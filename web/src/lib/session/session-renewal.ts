const UNAUTHENTICATED = 'UNAUTHENTICATED';

/** The result of a renewal: the session continues, or it has ended. */
export type Renewal = 'renewed' | 'ended';

/** The browser functions that a renewal needs, injected for tests. */
export interface RenewalPorts {
  /** Asks the server for new tokens. Rejects if there is no response in time. */
  post: () => Promise<Response>;
  /** Runs the work while no other tab of this browser runs it. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** The time when a tab last got new tokens; 0 if none did. */
  renewedAt: () => number;
  noteRenewed: (time: number) => void;
}

/**
 * Renews the session, at most once for all requests of all tabs that were refused together. A
 * refresh token can be used only once; using it twice looks like theft and ends the session on
 * every device. `sentAt` is the time when the refused request was sent. If the tokens are newer,
 * they are not renewed.
 *
 * Rejects if the server is unavailable or too busy.
 */
export function createRenewal(ports: RenewalPorts): (sentAt: number) => Promise<Renewal> {
  let running: Promise<Renewal> | undefined;
  const renew = async (sentAt: number): Promise<Renewal> => {
    if (ports.renewedAt() > sentAt) return 'renewed';
    const response = await ports.post();
    if (response.ok) {
      ports.noteRenewed(Date.now());
      return 'renewed';
    }
    if (response.status < 500 && response.status !== 429) return 'ended';
    throw new TypeError('The server could not renew the session. Try again in a moment.');
  };
  return (sentAt) => {
    if (ports.renewedAt() > sentAt) return Promise.resolve('renewed');
    running ??= ports
      .exclusively(() => renew(sentAt))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

/** Sends requests, and repeats those that were refused because the access token had expired. */
export function createSessionFetch(
  send: typeof fetch,
  renew: (sentAt: number) => Promise<Renewal>,
  onEnded: () => void,
): typeof fetch {
  return async (input, init) => {
    const sentAt = Date.now();
    const response = await send(input, init);
    if (!(await isRefused(response))) return response;
    if ((await renew(sentAt)) === 'renewed') {
      const second = await send(input, init);
      if (!(await isRefused(second))) return second;
    }
    onEnded();
    // The browser is about to open the sign-in page; a response would only flash an error before
    // that.
    return new Promise<never>(() => undefined);
  };
}

/**
 * Whether a request was refused because there is no session. GraphQL reports this in a response
 * with status 200.
 */
export async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (!response.ok || !new URL(response.url).pathname.endsWith('/graphql')) return false;
  const text = await response.clone().text();
  // The word may also occur in a span; only then is the response read twice.
  if (!text.includes(UNAUTHENTICATED)) return false;
  const { errors } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] };
  return errors?.some(({ extensions }) => extensions?.code === UNAUTHENTICATED) ?? false;
}

const UNAUTHENTICATED = 'UNAUTHENTICATED';

/** What came of the attempt to go on with a session: it goes on, or it has ended. */
export type Renewal = 'renewed' | 'ended';

/** What renewing a session needs of the browser; given from outside so that it can be tried. */
export interface RenewalPorts {
  /** Asks the server for new tokens. Its promise fails when no answer comes in time. */
  post: () => Promise<Response>;
  /** Runs the work while no other tab of this browser does. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** When any tab last got new tokens; 0 when none did. */
  renewedAt: () => number;
  noteRenewed: (time: number) => void;
}

/**
 * Renews the session, at most once for all requests of all tabs that were refused together: a refresh
 * token is spent by its use, and the second use of one ends the session on every device it was
 * stolen from. `sentAt` is when the refused request was sent; tokens that are newer need no renewal.
 *
 * The returned promise fails when the server cannot say: it is away or too busy.
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

/** Sends requests, and once more those that were refused because the access token had run out. */
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
    // The page is being left for the sign-in; an answer would only flash an error before.
    return new Promise<never>(() => undefined);
  };
}

/** Whether it was refused for want of a session; GraphQL says so inside an answer otherwise fine. */
export async function isRefused(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (!response.ok || !new URL(response.url).pathname.endsWith('/graphql')) return false;
  const text = await response.clone().text();
  // The word alone may also stand in a span; only then the answer is worth reading twice.
  if (!text.includes(UNAUTHENTICATED)) return false;
  const { errors } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] };
  return errors?.some(({ extensions }) => extensions?.code === UNAUTHENTICATED) ?? false;
}

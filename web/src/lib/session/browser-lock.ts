const CLAIM_MS = 12_000;
const LOOK_MS = 50;

/**
 * Runs `work` while no other tab of this browser holds the lock with this name. Browsers offer
 * locks on HTTPS and localhost only. Elsewhere, a claim in local storage replaces the lock, which
 * is enough for tabs that wake up a few milliseconds apart.
 */
export function withBrowserLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  // The declared type unwraps a promise twice, but the value is what `work` returned.
  return locks ? (locks.request(name, work) as Promise<T>) : withClaim(name, work);
}

async function withClaim<T>(name: string, work: () => Promise<T>): Promise<T> {
  const me = Math.random().toString(36).slice(2);
  const giveUpAt = Date.now() + CLAIM_MS;
  try {
    while (!(await claim(name, me)) && Date.now() < giveUpAt) await wait(LOOK_MS);
  } catch {
    // Without storage, tabs cannot coordinate.
  }
  try {
    return await work();
  } finally {
    release(name, me);
  }
}

/** Writes the claim, waits in case another tab overwrites it at the same moment, then checks it. */
async function claim(name: string, me: string): Promise<boolean> {
  const [, since = '0'] = localStorage.getItem(name)?.split(' ') ?? [];
  if (Number(since) > Date.now() - CLAIM_MS) return false;
  localStorage.setItem(name, `${me} ${Date.now()}`);
  await wait(LOOK_MS);
  return localStorage.getItem(name)?.startsWith(`${me} `) ?? false;
}

function release(name: string, me: string): void {
  try {
    if (localStorage.getItem(name)?.startsWith(`${me} `)) localStorage.removeItem(name);
  } catch {
    // Without storage, there is no claim.
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

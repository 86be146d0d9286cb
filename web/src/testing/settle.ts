import { configure } from '@testing-library/react/pure';

/** Kept, because a test may replace the timers. */
const { setImmediate, setTimeout } = globalThis;

/** A page that keeps working for longer, for example because it polls, is left to the test. */
const GIVE_UP_MS = 2000;
/** On a busy machine, a few turns take as long, so a page gets at least this many. */
const GIVE_UP_TURNS = 300;
/** A lazy part that a busy machine has not loaded by then is left to the test, too. */
const GIVE_UP_LOADING_MS = 20_000;

/** A response passes through this many turns of the event loop until everything shows it. */
const QUIET_TURNS = 4;

let isBusy = () => false;

/** Sets what `settle` waits for besides lazy parts of the app. */
export function settleOn(check: () => boolean): void {
  isBusy = check;
}

/**
 * Waits until the page is at rest: nothing is being requested, loaded or rendered. Actions of
 * `user` do that themselves. Does not wait for timers, such as those of a search field.
 */
export async function settle(): Promise<void> {
  const startedAt = Date.now();
  let loadedAt = startedAt;
  const isPatient = (turns: number) => turns < GIVE_UP_TURNS || Date.now() - loadedAt < GIVE_UP_MS;
  for (let quiet = 0, turns = 0; quiet < QUIET_TURNS && isPatient(turns); turns += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => setImmediate(resolve));
    const { loadingParts = 0 } = globalThis as { loadingParts?: number };
    const isLoading = loadingParts > 0 && Date.now() - startedAt < GIVE_UP_LOADING_MS;
    if (isLoading) loadedAt = Date.now();
    quiet = isLoading || isBusy() ? 0 : quiet + 1;
  }
}

configure({
  // React then schedules its work as in a browser, and `settle` waits for it.
  asyncWrapper: async (work) => {
    const result = await work();
    await settle();
    return result;
  },
  // Without the whole document, which is hundreds of lines.
  getElementError: (message) => {
    const error = new Error(message?.slice(0, 1500) ?? 'Not found.');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../../src/kernel/errors/database-errors.js';
import type { BackgroundLoop } from '../../src/database/background-loop.js';
import { BackgroundLoops, NO_WORK } from './built.js';
import { eventually } from './eventually.js';
import type { TestServer } from './server.js';

/** A server in this process. Others are left to themselves. */
type Server = Pick<TestServer, 'sql'> & Partial<Pick<TestServer, 'app'>>;

/** The names of loops for which work waits in the database. */
export type LoopName =
  | 'alerts'
  | 'costs'
  | 'evaluation-selection'
  | 'evaluations'
  | 'experiments'
  | 'index'
  | 'joined-events'
  | 'recalculation'
  | 'rollups'
  | 'sampling'
  | 'webhooks';

/** On a busy machine, loops take their time. */
const PATIENCE = { withinMs: 60_000 };

/**
 * Runs the next step of some loops now. On their own, they look for work twice a second. Steps of a loop never
 * overlap.
 * @throws what a step throws. The loop itself knows nothing of this step, so it would not log that.
 */
export async function runLoops({ app, sql }: Server, ...names: LoopName[]): Promise<void> {
  // It would let changed spans settle for a second.
  if (names.includes('index')) {
    await sql(`UPDATE unindexed_spans SET changed_at = now() - interval '1 minute'`);
  }
  if (!app) return;
  const loops = listLoops(app);
  for (const name of names) {
    const loop = loops.get(name);
    if (!loop) throw new Error(`There is no background loop "${name}".`);
    const pause = await loop.runStep();
    if (dueOf(loop) !== undefined) void goOn(loop, pause);
  }
}

/**
 * Repeats steps as the loop does, until there is no work. The loop itself does not know of the first one, and
 * would only come back to it, such as for the answer of a receiver, after seconds. Nobody awaits these steps:
 * the test may have ended, or stopped the server. So errors only end them, and the loop repeats what failed.
 */
async function goOn(loop: BackgroundLoop, pause: unknown): Promise<void> {
  for (let ms = pause; typeof ms === 'number';) {
    await sleep(ms, undefined, { ref: false });
    ms = await loop.runStep().catch(() => undefined);
  }
}

/**
 * Repeats steps of loops, and `probe` after each, until it returns something truthy. Returns that.
 * @param failure the message of an error that the test expects of steps.
 * @throws other errors of steps, unless PostgreSQL aborted one because of another transaction.
 */
export function eventuallyAfter<T>(
  server: Server,
  names: readonly LoopName[],
  what: string,
  probe: () => Promise<T>,
  { failure }: { failure?: string } = {},
): Promise<NonNullable<T>> {
  const next = async (): Promise<T | null> => {
    try {
      await runLoops(server, ...names);
    } catch (error) {
      if (isTransient(error)) return null;
      if (!(error instanceof Error) || error.message !== failure) throw error;
    }
    return probe();
  };
  return eventually(what, next, PATIENCE);
}

/** Repeats steps of loops until a query returns no rows. */
export async function whenNone(server: Server, query: string, ...names: LoopName[]): Promise<void> {
  const isEmpty = async () => (await server.sql(query)).length === 0;
  await eventuallyAfter(server, names, `nothing to be left of ${query}`, isEmpty);
}

/** Waits until all spans are indexed. */
export async function whenIndexed(server: Server): Promise<void> {
  await whenNone(server, 'SELECT FROM unindexed_spans LIMIT 1', 'index');
}

/** Waits until the costs of all spans are known. */
export async function whenPriced(server: Server): Promise<void> {
  await whenNone(server, 'SELECT FROM unpriced_spans LIMIT 1', 'costs');
}

/**
 * Lets the loops of a server rest until the returned function is called. While nobody uses it, they would
 * take steps all the time.
 */
export function parkLoops(app: TestServer['app']): () => void {
  const loops = [...listLoops(app).values()];
  const parking = new AbortController();
  for (const loop of loops) {
    const { signal } = Reflect.get(loop, 'stopping') as AbortController;
    const goesOn = AbortSignal.any([parking.signal, signal]);
    loop.runStep = async () => {
      if (!goesOn.aborted) await once(goesOn, 'abort');
      return NO_WORK;
    };
  }
  return () => {
    for (const loop of loops) Reflect.deleteProperty(loop, 'runStep');
    parking.abort();
  };
}

/** The loops of a server for which work waits in the database, by name. */
export function listLoops(app: TestServer['app']): Map<string, BackgroundLoop> {
  const loops = [...app.get(BackgroundLoops, { strict: false }).list()];
  return new Map(loops.filter(([, { declaration }]) => 'step' in declaration));
}

/** SQL of whether there may be work; undefined if the loop looks at times. */
export function dueOf({ declaration }: BackgroundLoop): string | undefined {
  return 'step' in declaration ? declaration.due : undefined;
}

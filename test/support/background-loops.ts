import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModulesContainer } from '@nestjs/core';
import { isTransient } from '../../src/kernel/errors/database-errors.js';
import { NO_WORK } from '../../src/database/background-loop.js';
import { eventually } from './eventually.js';
import type { TestServer } from './server.js';

/** A server in this process. Others are left to themselves. */
type Server = Pick<TestServer, 'sql'> & Partial<Pick<TestServer, 'app'>>;

/** The names of background loops, as in the activity of PostgreSQL without `spandrel-`. */
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

/** What a `BackgroundLoop` is inside. */
export interface Loop {
  name: string;
  /** Resolves with milliseconds to pause, or `NO_WORK`. */
  runStep(): Promise<unknown>;
  stopping: AbortController;
  /** SQL of whether there may be work. */
  due: string;
}

/** On a busy machine, loops take their time. */
const PATIENCE = { withinMs: 60_000 };

/**
 * Runs the next step of some loops now. On their own, they look for work twice a second. Each has one
 * connection, so its steps never overlap.
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
    if (loop.due !== 'true') void goOn(loop, pause);
  }
}

/**
 * Repeats steps as the loop does, until there is no work. The loop itself does not know of the first one, and
 * would only come back to it, such as for the answer of a receiver, after seconds. Nobody awaits these steps:
 * the test may have ended, or stopped the server. So errors only end them, and the loop repeats what failed.
 */
async function goOn(loop: Loop, pause: unknown): Promise<void> {
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
    const goesOn = AbortSignal.any([parking.signal, loop.stopping.signal]);
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

/** The background loops of a server, by name. */
export function listLoops(app: TestServer['app']): Map<string, Loop> {
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  const providers = modules.flatMap((module) => [...module.providers.values()]);
  const loops = providers.flatMap(({ instance }) => {
    const loop: unknown = instance instanceof Object ? Reflect.get(instance, 'loop') : undefined;
    return loop instanceof Object && 'runStep' in loop ? [loop as Loop] : [];
  });
  return new Map(loops.map((loop) => [loop.name, loop]));
}

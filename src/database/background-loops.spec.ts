import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedDatabase } from './opened-database.js';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { Gauge, register } from 'prom-client';
import { readEnv } from '../config/env.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { ELSEWHERE, type LoopDeclaration, NO_WORK } from './background-loop.js';
import { BackgroundLoops } from './background-loops.js';
import type { DatabaseActivity } from './database-activity.js';

const { jest } = import.meta;

/** A gauge that no register knows. */
const aGauge = () => new Gauge({ name: 'lag', help: 'lag', registers: [] });

describe('background loops', () => {
  let loops: BackgroundLoops;
  /** Statements, and how connections were returned. */
  let done: unknown[];
  let isLockedElsewhere: boolean;
  /** Lets the loops that have no work look for some. */
  let wake: () => void;

  const create = (changes: { runsBackgroundWork?: boolean } = {}) => {
    const activity = {
      rest: ({ signal }: { signal: AbortSignal }) =>
        new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve());
        }),
      doUnnoticed: (run: () => unknown) => run(),
    } as unknown as DatabaseActivity;
    const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none';
    const opened = { distribution: new SingleDistribution() } as OpenedDatabase;
    return new BackgroundLoops({ ...readEnv({}), databaseUrl, ...changes }, activity, opened);
  };

  beforeEach(() => {
    Logger.overrideLogger(false);
    register.resetMetrics();
    done = [];
    isLockedElsewhere = false;
    const client = {
      query: (text: string, values: unknown[]) => {
        const [, statement] = /(application_name|unlock)/.exec(text)!;
        done.push([statement, ...values]);
        return Promise.resolve({ rows: [{ isOurs: !isLockedElsewhere }] });
      },
      release: (error?: Error) => done.push(error ? `closed: ${error.message}` : 'returned'),
    };
    jest.spyOn(pg.Pool.prototype, 'connect').mockResolvedValue(client as never);
    loops = create();
  });
  afterEach(async () => {
    await loops.onModuleDestroy();
    jest.restoreAllMocks();
  });

  const add = (changes: Partial<LoopDeclaration>) => {
    const declared = {
      name: 'mowing',
      description: 'mows',
      due: 'true',
      step: () => NO_WORK,
      ...changes,
    };
    loops.add(declared as LoopDeclaration);
    return loops.list().get('mowing')!;
  };
  const addTimer = (everyMs: number, run: () => Promise<number | void>) =>
    loops.addTimer({ name: 'ticking', description: 'ticks', everyMs, run });
  const read = async (metric: string, loop: string) => {
    const { values } = await register.getSingleMetric(metric)!.get();
    return values.find(({ labels }) => labels['loop'] === loop)?.value;
  };

  it('repeat steps while there is work, and then rest until there is some', async () => {
    let work = 3;
    const step = jest.fn(async () =>
      (await Promise.resolve(--work)) > 0 ? (0 as const) : NO_WORK,
    );
    add({ step });
    loops.start();
    await sleep(20);
    expect(step).not.toHaveBeenCalled();
    wake();
    await sleep(50);
    expect(step).toHaveBeenCalledTimes(3);
    work = 1;
    wake();
    await sleep(20);
    expect(step).toHaveBeenCalledTimes(4);
    expect(await read('spandrel_background_last_success_timestamp_seconds', 'mowing')).toBeCloseTo(
      Date.now() / 1_000,
      -1,
    );
  });

  it('take the first step soon if they have a period, and the next ones so much later', async () => {
    const at: number[] = [];
    add({
      due: undefined,
      everyMs: 100,
      step: () => {
        at.push(performance.now());
        return Promise.resolve(NO_WORK);
      },
    });
    loops.start();
    await sleep(900);
    expect(at.length).toBeGreaterThan(1);
    expect(at[1]! - at[0]!).toBeGreaterThan(95);
  });

  it('hold their lock during a step, and never take two at once', async () => {
    const loop = add({
      lock: 'rollups',
      step: async () => {
        done.push('begins');
        await sleep(5);
        done.push('ends');
        return NO_WORK;
      },
    });
    await Promise.all([loop.runStep(), loop.runStep()]);
    const turn = [
      ['application_name', 'spandrel-mowing', ADVISORY_LOCKS.rollups],
      'begins',
      'ends',
      ['unlock', ADVISORY_LOCKS.rollups],
      'returned',
    ];
    expect(done).toEqual([...turn, ...turn]);
  });

  it('leave a step to the server that holds their lock, which knows the lag', async () => {
    isLockedElsewhere = true;
    const [lag, step] = [aGauge(), jest.fn(() => Promise.resolve(0))];
    lag.set(7);
    const loop = add({ lock: 'rollups', lag, step });
    loops.start();
    wake();
    await sleep(20);
    expect(await loop.runStep()).toBe(ELSEWHERE);
    expect(step).not.toHaveBeenCalled();
    expect((await lag.get()).values).toMatchObject([{ value: 0 }]);
    expect(
      await read('spandrel_background_last_success_timestamp_seconds', 'mowing'),
    ).toBeUndefined();
  });

  it('close the connection of a step that fails, and pause', async () => {
    const step = jest.fn(() => Promise.reject(new Error('The blade is blunt.')));
    add({ step });
    loops.start();
    wake();
    await sleep(50);
    expect(step).toHaveBeenCalledTimes(1);
    expect(done.at(-1)).toBe('closed: The blade is blunt.');
    expect(await read('spandrel_background_failures_total', 'mowing')).toBe(1);
  });

  it('log each kind of failure once until a step succeeds', async () => {
    const failures = ['a', 'a', 'b', 'a', '', 'a'];
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const log = jest.spyOn(Logger.prototype, 'log');
    addTimer(5, () => {
      const message = failures.shift();
      return message ? Promise.reject(new Error(message)) : Promise.resolve();
    });
    loops.start();
    await sleep(300);
    const logged = warn.mock.calls.map(([{ err }]) => (err as Error).message);
    expect(logged).toEqual(['a', 'b', 'a']);
    expect(log.mock.calls).toEqual([
      [{ failures: 4 }, 'runs again'],
      [{ failures: 1 }, 'runs again'],
    ]);
  });

  it('end after the step that runs when the server stops, which learns of that', async () => {
    const step = jest.fn(async (_: unknown, signal: AbortSignal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await sleep(20);
      done.push('step ended');
      return 0;
    });
    add({ step });
    loops.start();
    wake();
    await sleep(10);
    await loops.onModuleDestroy();
    expect(done.slice(-2)).toEqual(['step ended', 'returned']);
    await sleep(20);
    expect(step).toHaveBeenCalledTimes(1);
    loops = create();
  });

  it('go on while they end what steps have begun', async () => {
    const { promise: drained, resolve: end } = Promise.withResolvers<void>();
    let isDraining = false;
    let count = 0;
    const step = () => {
      if (isDraining && (count += 1) === 3) end();
      return Promise.resolve(1);
    };
    const drain = () => {
      isDraining = true;
      return drained;
    };
    add({ step, drain });
    loops.start();
    wake();
    await sleep(10);
    await loops.onModuleDestroy();
    const atTheEnd = count;
    await sleep(20);
    expect(count).toBe(atTheEnd);
    loops = create();
  });

  it('do not run on the command line, unless they are about this process', async () => {
    loops = create({ runsBackgroundWork: false });
    const [step, run] = [jest.fn(() => Promise.resolve(NO_WORK)), jest.fn(() => Promise.resolve())];
    add({ due: undefined, everyMs: 5, step } as Partial<LoopDeclaration>);
    addTimer(5, run);
    loops.start();
    await sleep(700);
    expect(step).not.toHaveBeenCalled();
    expect(run).toHaveBeenCalled();
  });

  it('do not run if they are off', async () => {
    const run = jest.fn(() => Promise.resolve());
    loops.addTimer({ name: 'ticking', description: 'ticks', everyMs: 5, isOff: true, run });
    loops.start();
    await sleep(30);
    expect(run).not.toHaveBeenCalled();
  });
});

import { supervise, type Supervision } from './supervision.js';

const TIMES = { lookEvery: 1, pauses: [0, 1, 1], stable: 60_000 };

describe('supervise', () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  let supervision: Supervision | undefined;

  beforeEach(() => {
    lines.length = 0;
  });
  afterEach(() => supervision?.stop());

  it('restarts a process that has ended, and says so', async () => {
    let isRunning = false;
    await new Promise<void>((resolve) => {
      supervision = supervise(
        {
          isRunning: () => Promise.resolve(isRunning),
          restart: () => {
            isRunning = true;
            resolve();
            return Promise.resolve();
          },
        },
        log,
        TIMES,
      );
    });
    await supervision?.stop();
    expect(lines).toEqual([
      'PostgreSQL has ended unexpectedly: restarting it in 0 s, attempt 1',
      'PostgreSQL is running again',
    ]);
  });

  it('gives up after as many attempts as there are pauses, with the last reason', async () => {
    let attempts = 0;
    supervision = supervise(
      {
        isRunning: () => Promise.resolve(false),
        restart: () => Promise.reject(new Error(`full ${(attempts += 1)}`)),
      },
      log,
      TIMES,
    );
    expect(await supervision.failed).toEqual(new Error('full 3'));
    expect(attempts).toBe(3);
    expect(lines).toContain('PostgreSQL did not start: full 2');
  });

  it('gives up if it starts each time but soon ends', async () => {
    const ended = { isRunning: () => Promise.resolve(false), restart: () => Promise.resolve() };
    supervision = supervise(ended, log, TIMES);
    expect((await supervision.failed).message).toBe('It ended soon after each start.');
  });

  it('starts counting attempts again once it has run for long', async () => {
    let attempts = 0;
    let looks = 0;
    const many = TIMES.pauses.length * 3;
    await new Promise<void>((resolve) => {
      supervision = supervise(
        {
          isRunning: () => Promise.resolve((looks += 1) % 2 === 0),
          restart: () => {
            if ((attempts += 1) === many) resolve();
            return Promise.resolve();
          },
        },
        log,
        { ...TIMES, stable: -1 },
      );
    });
    expect(attempts).toBe(many);
  });

  it('starts nothing once it is stopped, and ends an attempt that is under way', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    supervision = supervise(
      {
        isRunning: () => Promise.resolve(false),
        restart: (signal) =>
          new Promise((_, reject) => {
            started.resolve(signal);
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      },
      log,
      TIMES,
    );
    const signal = await started.promise;
    await supervision.stop();
    expect(signal.aborted).toBe(true);
    expect(lines).toHaveLength(1);
  });
});

import { eventuallyAfter, runLoops } from './background-loops.js';
import { NO_WORK } from './built.js';
import type { TestServer } from './server.js';

/** A server with one loop, whose steps throw these errors, and then find no work. */
const aServer = (...errors: Error[]) => {
  const runStep = () => {
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve(NO_WORK);
  };
  const loops = new Map([['costs', { declaration: { step: runStep }, runStep }]]);
  const app = { get: () => ({ list: () => loops }) } as unknown as TestServer['app'];
  return { app, sql: () => Promise.resolve([]) };
};
const crash = () => new Error('The step crashed.');
const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });

/** Counts how often it is asked. */
const aProbe = () => {
  const probe = Object.assign(() => Promise.resolve(++probe.calls), { calls: 0 });
  return probe;
};

describe('a step of a background loop that fails', () => {
  it('fails the test that runs it', async () => {
    await expect(runLoops(aServer(crash()), 'costs')).rejects.toThrow('The step crashed.');
    await expect(runLoops(aServer(deadlock()), 'costs')).rejects.toThrow('deadlock detected');
  });

  it('fails the test that waits for what it does, before that looks', async () => {
    const probe = aProbe();
    const failing = eventuallyAfter(aServer(crash()), ['costs'], 'nothing', probe);
    await expect(failing).rejects.toThrow('The step crashed.');
    expect(probe.calls).toBe(0);
  });

  it('is repeated after a deadlock with another transaction', async () => {
    const probe = aProbe();
    await eventuallyAfter(aServer(deadlock(), deadlock()), ['costs'], 'nothing', probe);
    expect(probe.calls).toBe(1);
  });

  it('is passed over if the test expects exactly that', async () => {
    const expected = { failure: 'The step crashed.' };
    await eventuallyAfter(aServer(crash()), ['costs'], 'nothing', aProbe(), expected);
    const other = eventuallyAfter(
      aServer(new Error('no')),
      ['costs'],
      'nothing',
      aProbe(),
      expected,
    );
    await expect(other).rejects.toThrow('no');
  });
});

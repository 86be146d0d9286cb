import { setTimeout as sleep } from 'node:timers/promises';
import { StopSignal } from './stop-signal.js';

describe('StopSignal', () => {
  let givenUp: number;
  const giveUp = () => void (givenUp += 1);

  beforeEach(() => {
    givenUp = 0;
  });
  afterEach(() => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
  });

  it('reports the first signal and ignores its echo', async () => {
    const signal = new StopSignal(giveUp, 10_000);
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGTERM', 'SIGTERM');
    expect(await signal.received).toBe('SIGINT');
    expect(givenUp).toBe(0);
  });

  it('gives up on a second signal', async () => {
    const signal = new StopSignal(giveUp, 5);
    process.emit('SIGTERM', 'SIGTERM');
    expect(await signal.received).toBe('SIGTERM');
    await sleep(20);
    process.emit('SIGTERM', 'SIGTERM');
    expect(givenUp).toBe(1);
  });
});

import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { StopSignal } from './stop-signal.js';

describe('StopSignal', () => {
  // Packages listen to the signals of the real process, and would end it.
  let process: EventEmitter;
  let givenUp: number;
  const giveUp = () => void (givenUp += 1);

  beforeEach(() => {
    process = new EventEmitter();
    givenUp = 0;
  });

  it('reports the first signal and ignores its echo', async () => {
    const signal = new StopSignal(giveUp, 10_000, process);
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGTERM', 'SIGTERM');
    expect(await signal.received).toBe('SIGINT');
    expect(givenUp).toBe(0);
  });

  it('gives up on a second signal', async () => {
    const signal = new StopSignal(giveUp, 5, process);
    process.emit('SIGTERM', 'SIGTERM');
    expect(await signal.received).toBe('SIGTERM');
    await sleep(20);
    process.emit('SIGTERM', 'SIGTERM');
    expect(givenUp).toBe(1);
  });
});

import { advance, type AlertProgress, isBeyond } from './alert-state.js';

const QUIET = 10;
const START = Date.parse('2026-03-01T10:00:00Z');

const NEW: AlertProgress = {
  state: 'OK',
  stateSince: new Date(START).toISOString(),
  insideSince: null,
  lastMessageAt: null,
};

/** Evaluates once a minute, and returns the minutes and states of all messages. */
function run(values: readonly (boolean | null)[]): [minute: number, state: string][] {
  let progress = NEW;
  return values.flatMap((beyond, minute): [number, string][] => {
    const next = advance(progress, beyond, QUIET, new Date(START + minute * 60_000));
    ({ progress } = next);
    return next.hasChanged ? [[minute, progress.state]] : [];
  });
}

const minutes = (count: number, beyond: boolean | null) =>
  Array.from({ length: count }, () => beyond);

describe('a rule', () => {
  it('fires on the side of the threshold that it names, not at the threshold', () => {
    const above = { comparison: 'ABOVE', threshold: 5 } as const;
    const below = { comparison: 'BELOW', threshold: 5 } as const;
    expect([4, 5, 6].map((value) => isBeyond(above, value))).toEqual([false, false, true]);
    expect([4, 5, 6].map((value) => isBeyond(below, value))).toEqual([true, false, false]);
  });

  it('fires at once, and resolves when the value was inside for the quiet time', () => {
    expect(run([...minutes(3, false), ...minutes(5, true), ...minutes(15, false)])).toEqual([
      [3, 'FIRING'],
      [18, 'OK'],
    ]);
  });

  it('starts to count again if the value is beyond the threshold again', () => {
    const values = [true, ...minutes(8, false), true, ...minutes(12, false)];
    expect(run(values)).toEqual([
      [0, 'FIRING'],
      [20, 'OK'],
    ]);
  });

  it('sends at most one message in the quiet time while its value flaps', () => {
    const flapping = Array.from({ length: 600 }, (_, minute) => minute % 2 === 0);
    expect(run(flapping)).toEqual([[0, 'FIRING']]);
    const slowly = Array.from({ length: 600 }, (_, minute) => Math.floor(minute / 11) % 2 === 0);
    const messages = run(slowly);
    const gaps = messages.slice(1).map(([minute], at) => minute - messages[at]![0]);
    expect(messages.length).toBeGreaterThan(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(QUIET);
  });

  it('keeps its state while there is nothing to measure', () => {
    expect(run([true, ...minutes(60, null), false])).toEqual([[0, 'FIRING']]);
    expect(run([...minutes(60, null)])).toEqual([]);
  });
});

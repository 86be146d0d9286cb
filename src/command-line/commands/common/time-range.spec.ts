import { MisuseError } from '../../errors/command-error.js';
import { readTimeRange } from './time-range.js';

const NOW = new Date('2026-03-10T15:30:00Z');

describe('readTimeRange', () => {
  it.each([
    [{}, {}],
    [{ since: '30m' }, { start_time: '2026-03-10T15:00:00.000Z' }],
    [{ since: '2w' }, { start_time: '2026-02-24T15:30:00.000Z' }],
    [
      { from: '2026-03-01T10:00:00+02:00', to: 'now' },
      { start_time: '2026-03-01T08:00:00.000Z', end_time: '2026-03-10T15:30:00.000Z' },
    ],
    [{ to: '2026-03-01T10:00Z' }, { end_time: '2026-03-01T10:00:00.000Z' }],
  ])('reads %j', (options, range) => expect(readTimeRange(options, NOW)).toEqual(range));

  it('reads days in the time zone of this machine', () => {
    const { start_time, end_time } = readTimeRange({ from: 'yesterday', to: 'Today' }, NOW);
    const midnight = new Date(NOW.getFullYear(), NOW.getMonth(), NOW.getDate());
    expect(end_time).toBe(midnight.toISOString());
    const hours = (midnight.getTime() - Date.parse(start_time!)) / 3_600_000;
    expect([23, 24, 25]).toContain(hours);
    const day = readTimeRange({ from: '2026-03-01' }, NOW).start_time;
    expect(day).toBe(new Date(2026, 2, 1).toISOString());
  });

  it.each([
    [{ since: '1' }],
    [{ since: '-1d' }],
    [{ since: '1y' }],
    [{ from: '' }],
    [{ from: '1' }],
    [{ from: 'tomorrow' }],
    [{ to: '2026-02-31T99:00' }],
    [{ since: '1d', from: 'today' }],
  ])('refuses %j', (options) => {
    expect(() => readTimeRange(options, NOW)).toThrow(MisuseError);
  });
});

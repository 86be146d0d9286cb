import { chooseTimeZone } from '../../lib/time/time-zone.js';
import { buildNamedAxis, buildTimeAxis } from './time-axis.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const bins = (start: string, count: number, ms: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(start) + index * ms).toISOString(),
  );
const labels = (start: string, count: number, ms: number) =>
  buildTimeAxis(bins(start, count, ms), ms).ticks.map(({ index, label }) => [index, label]);

describe('buildTimeAxis', () => {
  beforeEach(() => chooseTimeZone('UTC'));
  afterEach(() => chooseTimeZone(undefined));

  it('labels full hours of a day, and midnight by its date, as far as there is room', () => {
    expect(labels('2026-03-10T12:15:00Z', 96, 15 * MINUTE)).toEqual([
      [23, '18:00'],
      [47, '11 Mar'],
      [71, '06:00'],
    ]);
  });

  it('labels days where they begin in the time zone', () => {
    chooseTimeZone('Asia/Kathmandu');
    expect(labels('2026-03-09T18:15:00Z', 84, 2 * HOUR)).toEqual([
      [0, '10 Mar'],
      [24, '12 Mar'],
      [48, '14 Mar'],
      [72, '16 Mar'],
    ]);
  });

  it('labels some of the bins if they are longer than a month', () => {
    const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
    const axis = buildTimeAxis(
      months.map((month) => `${month}-01T00:00:00Z`),
      31 * DAY,
    );
    expect(axis.ticks.map(({ label }) => label)).toEqual(['Jan 2026', 'Mar 2026', 'May 2026']);
  });

  it('ends with the last bin', () => {
    const { starts, end } = buildTimeAxis(bins('2026-03-10T00:00:00Z', 3, HOUR), HOUR);
    expect(end).toBe(starts[2]! + HOUR);
    expect(buildTimeAxis([], HOUR).ticks).toEqual([]);
  });
});

describe('buildNamedAxis', () => {
  it('has a bin for each thing, and labels as many as there is room for', () => {
    const things = Array.from({ length: 12 }, (_, index) => ({
      name: `experiment ${index}`,
      label: `#${index}`,
    }));
    const { names, starts, end, ticks } = buildNamedAxis(things);
    expect(names).toHaveLength(12);
    expect([starts.length, end]).toEqual([12, 12]);
    expect(ticks.map(({ label }) => label)).toEqual(['#0', '#3', '#6', '#9']);
    expect(buildNamedAxis([]).ticks).toEqual([]);
  });
});

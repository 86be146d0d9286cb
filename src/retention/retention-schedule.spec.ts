import { findNextRun, readSchedule } from './retention-schedule.js';

describe('the schedule of a retention policy', () => {
  it.each([
    ['0 0 * * 0', '2026-03-08T00:00:00.000Z'],
    ['  0  3 *\t* 1-5 ', '2026-03-03T03:00:00.000Z'],
    ['0 */6 * * *', '2026-03-02T12:00:00.000Z'],
    ['0 1,13 * * MON,fri', '2026-03-02T13:00:00.000Z'],
    ['0 8-18/5 * * 7', '2026-03-08T08:00:00.000Z'],
  ])('%s runs next at %s', (text, next) => {
    const schedule = readSchedule(text)!;
    expect(findNextRun(schedule, new Date('2026-03-02T06:00:00Z')).toISOString()).toBe(next);
  });

  it('runs next time after a whole hour that it names', () => {
    const next = findNextRun('0 6 * * *', new Date('2026-03-02T06:00:00Z'));
    expect(next.toISOString()).toBe('2026-03-03T06:00:00.000Z');
  });

  it.each([
    '',
    '@daily',
    '* * * * *',
    '5 0 * * 0',
    '0,30 0 * * 0',
    '0 0 1 * 0',
    '0 0 * 1 0',
    '0 0 * *',
    '0 0 * * 0 2027',
    '0 24 * * 0',
    '0 0 * * 8',
    '0 5-1 * * 0',
    '0 0 * * FOO',
    '0 0 * * 5L',
    '0 0 * * 1#2',
    '0 H * * 1',
    '0 0/0 * * 1',
    `0 ${'1,'.repeat(60)}1 * * 1`,
  ])('cannot be "%s"', (text) => {
    expect(readSchedule(text)).toBeNull();
  });
});

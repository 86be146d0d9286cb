import { findProblems, type MeasuredExporter } from './exporter-problems.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const before = (ms: number) => new Date(NOW - ms).toISOString();
const MINUTE = 60_000;

const HEALTHY: MeasuredExporter = {
  lastSeenAt: before(59 * MINUTE),
  lastRefusedAt: before(100 * MINUTE),
  lastReason: 'missing_span_id',
  aheadMs: -4_000,
  daySpanCount: 3_000,
  dayRefusedCount: 0,
  dayLateCount: 0,
};

const messagesOf = (changes: Partial<MeasuredExporter>) =>
  findProblems({ ...HEALTHY, ...changes }, NOW).map(({ message }) => message);

describe('findProblems', () => {
  it('finds nothing wrong with a healthy exporter', () => {
    expect(messagesOf({})).toEqual([]);
    expect(messagesOf({ aheadMs: null })).toEqual([]);
    expect(messagesOf({ aheadMs: 4_999 })).toEqual([]);
  });

  it.each<[string, Partial<MeasuredExporter>]>([
    ['Its clock is 5 seconds ahead.', { aheadMs: 5_000 }],
    ['Its clock is 4 minutes ahead.', { aheadMs: 4 * MINUTE + 30_000 }],
    ['Its newest spans arrive 1 hour after they end.', { aheadMs: -61 * MINUTE, dayLateCount: 9 }],
    [
      '1,200 spans of 3,000 today arrived more than 10 minutes after their end.',
      { dayLateCount: 1_200 },
    ],
    ['Not seen for 1 hour.', { lastSeenAt: before(60 * MINUTE) }],
    ['Not seen for 12 days.', { lastSeenAt: before(12 * 1_440 * MINUTE) }],
    [
      '1 span refused today, the last one 3 minutes ago: invalid_id.',
      { dayRefusedCount: 1, lastRefusedAt: before(3 * MINUTE), lastReason: 'invalid_id' },
    ],
  ])('says: %s', (message, changes) => {
    expect(messagesOf(changes)).toEqual([message]);
  });

  it('names all problems, and what to do about each', () => {
    const problems = findProblems(
      {
        ...HEALTHY,
        aheadMs: 90_000,
        dayRefusedCount: 12,
        dayLateCount: 1,
        lastSeenAt: before(300 * MINUTE),
      },
      NOW,
    );
    expect(problems.map(({ kind }) => kind)).toEqual(['REFUSED', 'CLOCK_AHEAD', 'LATE', 'SILENT']);
    expect(problems.every(({ advice }) => advice.endsWith('.'))).toBe(true);
  });
});

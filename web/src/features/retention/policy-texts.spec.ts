import type { RetentionPolicy } from './api/retention-policies.js';
import {
  describeRule,
  describeSchedule,
  findScheduleProblem,
  isEverything,
} from './policy-texts.js';

describe('the words for a retention policy', () => {
  it.each([
    ['0 0 * * 0', 'At 00:00, only on Sunday (UTC)'],
    ['0 3 * * 1-5', 'At 03:00, Monday through Friday (UTC)'],
    ['0 */6 * * *', 'On the hour, every 6 hours (UTC)'],
  ])('say when %s runs', (schedule, words) => {
    expect(describeSchedule(schedule)).toBe(words);
  });

  it.each([
    ['daily', 'This is not a cron expression.'],
    ['', 'This is not a cron expression.'],
    ['0 24 * * *', 'This is not a cron expression.'],
    ['30 3 * * *', 'Use 0 as the minute, and * as the day of the month and as the month.'],
    ['0 3 1 * *', 'Use 0 as the minute, and * as the day of the month and as the month.'],
    ['0 3 * * 1-5', undefined],
  ])('say what is wrong with "%s"', (schedule, problem) => {
    expect(findScheduleProblem(schedule)).toBe(problem);
  });

  it('are missing for what is no schedule', () => {
    expect(describeSchedule('daily')).toBeUndefined();
    expect(describeSchedule('')).toBeUndefined();
  });

  it.each([
    [{ maxDays: 0 }, [], 'Keeps everything'],
    [{ maxDays: 1 }, [], 'Deletes traces older than a day'],
    [{ maxCount: 5000 }, [], 'Deletes traces beyond the newest 5,000'],
    [
      { maxDays: 7.5, maxCount: 10 },
      ['IN_DATASETS', 'FAILED'],
      'Deletes traces older than 7.5 days or beyond the newest 10, except those that failed, in datasets',
    ],
  ])('say what %j deletes', (rule, keeps, words) => {
    const policy = { rule, maxBytes: null, maxTextDays: null, keeps } as unknown as RetentionPolicy;
    expect(describeRule(policy)).toBe(words);
  });

  it.each([
    [{ maxDays: 0 }, 5 * 1024 ** 3, null, [], 'Deletes traces beyond 5 GB'],
    [{ maxDays: 0 }, null, 7, [], 'Deletes texts older than 7 days'],
    [
      { maxDays: 0 },
      null,
      1,
      ['FAILED'],
      'Deletes texts older than a day, except of traces that failed',
    ],
    [
      { maxDays: 30 },
      200 * 1024 ** 2,
      7,
      ['FAILED'],
      'Deletes traces older than 30 days or beyond 200 MB, and texts older than 7 days, except those that failed',
    ],
  ])(
    'say what %j with %j bytes and %j days of texts deletes',
    (rule, maxBytes, maxTextDays, keeps, words) => {
      const policy = { rule, maxBytes, maxTextDays, keeps } as unknown as RetentionPolicy;
      expect(describeRule(policy)).toBe(words);
    },
  );

  it('ask only about what deletes everything', () => {
    const preview = { spanCount: 1, keptTraceCount: 0, textTraceCount: 0, storedBytes: null };
    expect(isEverything({ ...preview, traceCount: 5, remainingTraceCount: 0 })).toBe(true);
    expect(isEverything({ ...preview, traceCount: 5, remainingTraceCount: 1 })).toBe(false);
    expect(isEverything({ ...preview, traceCount: 0, remainingTraceCount: 0 })).toBe(false);
  });
});

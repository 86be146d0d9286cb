import type { RetentionPolicy } from './api/retention-policies.js';
import { describeRule, describeSchedule, findScheduleProblem } from './policy-texts.js';

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
    const policy = { rule, keeps } as unknown as RetentionPolicy;
    expect(describeRule(policy)).toBe(words);
  });
});

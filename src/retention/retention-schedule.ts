import { CronExpressionParser } from 'cron-parser';

/** Hours and days of the week; the rest of the expression is fixed. */
const SCHEDULE = /^0 ([\d,*/-]+) \* \* ((?:[\d,*/-]|SUN|MON|TUE|WED|THU|FRI|SAT)+)$/i;
const MAX_LENGTH = 100;

/**
 * Reads the schedule of a policy: a cron expression for whole hours of days of the week, in UTC, such
 * as `0 3 * * 1-5`. Returns it with single spaces; null if it is none.
 */
export function readSchedule(text: string): string | null {
  const expression = text.trim().replaceAll(/\s+/g, ' ');
  if (expression.length > MAX_LENGTH || !SCHEDULE.test(expression)) return null;
  try {
    findNextRun(expression, new Date());
    return expression;
  } catch {
    return null;
  }
}

/** Returns the first time after another one that a schedule names. */
export function findNextRun(schedule: string, after: Date): Date {
  const options = { currentDate: after.getTime(), tz: 'UTC' };
  return new Date(CronExpressionParser.parse(schedule, options).next().getTime());
}

/** The ranges of OpenTelemetry's severity numbers, from the lowest to the highest. */
export enum LogSeverity {
  TRACE = 'TRACE',
  DEBUG = 'DEBUG',
  INFO = 'INFO',
  WARN = 'WARN',
  ERROR = 'ERROR',
  FATAL = 'FATAL',
}

const NUMBERS_PER_SEVERITY = 4;
const SEVERITIES = Object.values(LogSeverity);

/** Returns the severity of a number from 1 to 24; null for 0, which means unset. */
export function toSeverity(number: number): LogSeverity | null {
  return SEVERITIES[Math.ceil(number / NUMBERS_PER_SEVERITY) - 1] ?? null;
}

/** Returns the lowest number of a severity. */
export function lowestNumberOf(severity: LogSeverity): number {
  return SEVERITIES.indexOf(severity) * NUMBERS_PER_SEVERITY + 1;
}

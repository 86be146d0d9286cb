/** The severities of log records, from the lowest to the highest. */
export const LOG_SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

export type LogSeverity = (typeof LOG_SEVERITIES)[number];

const NAMES: Record<LogSeverity, string> = {
  TRACE: 'Trace',
  DEBUG: 'Debug',
  INFO: 'Info',
  WARN: 'Warning',
  ERROR: 'Error',
  FATAL: 'Fatal',
};

/** Returns the name of a severity. */
export function nameSeverity(severity: LogSeverity): string {
  return NAMES[severity];
}

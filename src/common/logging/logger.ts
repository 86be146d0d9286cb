import { pino, type Logger } from 'pino';
import { currentRequest } from '../http/request-context.js';
import { pinoPretty } from './pretty.js';
import { withoutValues } from './without-values.js';

const PINO_LEVEL = {
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'fatal',
} as const;

export interface LoggerSettings {
  level: keyof typeof PINO_LEVEL;
  /** One JSON object a line instead of readable text. */
  structured: boolean;
}

/** The log of the process, on standard output. Credentials never reach it. */
export function createLogger({ level, structured }: LoggerSettings): Logger {
  const options = {
    level: PINO_LEVEL[level],
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // What is written for a request says for which one.
    mixin: requestOf,
    serializers: { err: withoutValues },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['req.headers.authorization', 'req.headers.cookie'], remove: true },
  };
  return structured ? pino(options) : pino(options, pinoPretty());
}

function requestOf(): { requestId?: string } {
  const request = currentRequest();
  return request ? { requestId: request.requestId } : {};
}

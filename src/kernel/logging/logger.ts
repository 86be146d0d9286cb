import { pino, type Logger } from 'pino';
import { build as buildPretty } from 'pino-pretty';
import { currentRequest } from '../http/request-context.js';
import { cleanForTerminal } from '../text/terminal-text.js';

const PINO_LEVEL = {
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'fatal',
} as const;

/**
 * Fields of PostgreSQL and TypeORM errors that contain user data: parameters, the row that violated
 * a constraint, the line of a COPY. A pool also adds the lost connection as a whole, with its secret key.
 */
const VALUES = ['parameters', 'detail', 'where', 'client'];

export interface LoggerSettings {
  level: keyof typeof PINO_LEVEL;
  /** Write one JSON object per line instead of readable text. */
  structured: boolean;
}

/** The log of the process, on standard output. It never contains credentials. */
export function createLogger({ level, structured }: LoggerSettings): Logger {
  const options = {
    level: PINO_LEVEL[level],
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Lines written during a request contain its ID.
    mixin: readRequestFields,
    serializers: { err: serializeError },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['req.headers.authorization', 'req.headers.cookie'], remove: true },
  };
  if (structured) return pino(options);
  const hooks = process.stdout.isTTY ? { streamWrite: cleanRecord } : {};
  return pino({ ...options, hooks }, pinoPretty());
}

/** Replaces what would control the terminal in a line of the log, such as in the name of a host or a project. */
export function cleanRecord(line: string): string {
  const clean = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? cleanForTerminal(value) : value;
  return `${JSON.stringify(JSON.parse(line, clean))}\n`;
}

function readRequestFields(): { requestId?: string } {
  const request = currentRequest();
  return request ? { requestId: request.requestId } : {};
}

/**
 * Returns an error as it is logged: message, stack and the database's error fields, but no user
 * data.
 */
export function serializeError(error: unknown): unknown {
  return stripValues(pino.stdSerializers.err(error as Error));
}

function stripValues(serialized: unknown): unknown {
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  for (const [name, value] of Object.entries(serialized)) {
    if (VALUES.includes(name)) Reflect.deleteProperty(serialized, name);
    else if (name === 'driverError' || name === 'aggregateErrors') stripValues(value);
    else if (Array.isArray(serialized)) stripValues(value);
  }
  return serialized;
}

/** Fields of which the message has what a reader needs; structured logs have all of them. */
const ONLY_STRUCTURED = ['context', 'migrations'];

/** Writes readable lines for a terminal, synchronously so that none is lost at exit. */
function pinoPretty(): ReturnType<typeof buildPretty> {
  return buildPretty({
    colorize: process.stdout.isTTY,
    sync: true,
    ignore: ONLY_STRUCTURED.join(','),
    messageFormat,
  });
}

function messageFormat(log: Record<string, unknown>, messageKey: string): string {
  const context = typeof log['context'] === 'string' ? `[${log['context']}] ` : '';
  const message = log[messageKey];
  return `${context}${typeof message === 'string' ? message : ''}`;
}

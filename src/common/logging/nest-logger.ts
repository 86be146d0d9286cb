import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

type Level = 'info' | 'warn' | 'error' | 'debug' | 'trace' | 'fatal';

/** Lets Nest and its `Logger` write to the process's log. The last argument is Nest's context. */
export class NestLogger implements LoggerService {
  constructor(private readonly log_: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const [text] = rest.filter((part) => typeof part === 'string');
    if (typeof message === 'object' && message !== null) {
      // Called as `logger.error({ err, … }, 'what happened')`.
      this.log_[level]({ ...message, context }, rest.length > 1 ? text : undefined);
    } else {
      const stack = rest.length > 1 ? text : undefined;
      this.log_[level]({ context, ...(stack ? { stack } : {}) }, String(message));
    }
  }
}

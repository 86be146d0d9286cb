import type { Logger } from 'pino';
import { AbstractLogger, type LogLevel, type LogMessage } from 'typeorm';

/** Writes TypeORM's statements to the server's log, without their parameters, which are user data. */
export class SqlLogger extends AbstractLogger {
  constructor(private readonly out: Logger) {
    super(['query', 'error']);
  }

  protected override writeLog(_level: LogLevel, messages: LogMessage | LogMessage[]): void {
    for (const { message } of [messages].flat()) this.out.info({ sql: String(message) }, 'sql');
  }
}

import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { NestLogger } from '../common/logging/nest-logger.js';
import type { Env } from '../config/env.js';
import { migrate } from '../database/migrate.js';
import { visitDatabase } from '../database/open-database.js';
import { BuiltInUsersService } from '../users/built-in-users.service.js';
import type { AdminCommand } from './admin-command.js';
import { AdminCommandsService } from './admin-commands.service.js';
import { AdminModule } from './admin.module.js';

/**
 * Runs one command on the server's database, whether or not the server is running.
 * @returns the text to print.
 */
export async function runCommand(
  command: Exclude<AdminCommand, { name: 'help' }>,
  env: Env,
  log: Logger,
): Promise<string> {
  const database = await visitDatabase(env, log);
  try {
    const whole = { ...env, databaseUrl: database.url };
    const app = await NestFactory.createApplicationContext(AdminModule.forRoot(whole), {
      logger: new NestLogger(log),
      abortOnError: false,
    });
    try {
      const dataSource = app.get(DataSource);
      const settings = { url: database.url, schema: env.databaseSchema };
      if (env.runMigrations) await migrate(settings, dataSource, log);
      else await dataSource.initialize();
      // The database may be new, if no server has used it yet.
      const firstPassword = await app.get(BuiltInUsersService).ensure();
      const answer = await app.get(AdminCommandsService).run(command);
      return firstPassword === null
        ? answer
        : `${answer}\nThe initial password of admin@localhost, shown only once:\n\n    ${firstPassword}\n`;
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}

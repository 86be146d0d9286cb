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
 * Does one command on the database of the server, which may be running or not.
 * @returns what to show.
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
      // On a database that no server has seen yet, too.
      const firstPassword = await app.get(BuiltInUsersService).ensure();
      const answer = await app.get(AdminCommandsService).run(command);
      return firstPassword === null
        ? answer
        : `${answer}\nThe first password of admin@localhost, which is not shown again:\n\n    ${firstPassword}\n`;
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}

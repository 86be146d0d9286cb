import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { NestLogger } from '../kernel/logging/nest-logger.js';
import type { Env } from '../config/env.js';
import { BackgroundLoops } from '../database/background-loops.js';
import { prepareDatabase } from '../database/migrate.js';
import { visitDatabase } from '../database/open-database.js';
import { BackupsService } from '../backups/backups.service.js';
import { MasksService } from '../masking/masks.service.js';
import { BuiltInUsersService } from '../users/built-in-users.service.js';
import type { AdminCommand } from './commands/admin-command.js';
import {
  AdminCommandsService,
  type CommandOutput,
  type CommandResult,
} from './commands/admin-commands.service.js';
import { AdminModule } from './admin.module.js';

/** Runs one command on the server's database, whether or not the server is running. */
export async function runCommand(
  command: Exclude<AdminCommand, { name: 'help' }>,
  env: Env,
  log: Logger,
  output: CommandOutput,
): Promise<CommandResult> {
  const database = await visitDatabase(env, log);
  const settings = { url: database.url, schema: env.databaseSchema };
  try {
    const backups = new BackupsService(settings, log, output.say);
    if (command.name === 'backup') return { text: await backups.write(command.directory) };
    if (command.name === 'restore') return { text: await backups.restore(command.directory) };
    const whole = { ...env, databaseUrl: database.url, runsBackgroundWork: false };
    const app = await NestFactory.createApplicationContext(AdminModule.forRoot(whole), {
      logger: new NestLogger(log),
      abortOnError: false,
    });
    try {
      await prepareDatabase(app, whole, log);
      // When the application started, the database was not open yet.
      await app.get(MasksService, { strict: false }).refresh();
      app.get(BackgroundLoops).start();
      // The database may be new, if no server has used it yet.
      const firstPassword = await app.get(BuiltInUsersService).ensure();
      const result = await app.get(AdminCommandsService).run(command, output);
      if (firstPassword === null) return result;
      const shown = `The initial password of admin@localhost, shown only once:\n\n    ${firstPassword}\n`;
      return { ...result, text: `${result.text}\n${shown}` };
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}

import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { CommandError } from '../command-error.js';
import { findCredentialsFile } from '../connection/credentials-file.js';
import { chooseUrl } from '../context.js';

/** Adds `login` and `logout`. */
export function addLogin(program: Command): void {
  program
    .command('login')
    .option('--api-key')
    .action(async (options: { apiKey?: boolean }) => {
      const file = findCredentialsFile();
      const url = await chooseUrl({}, file);
      if (!options.apiKey) throw new CommandError('todo');
      const key = (await text(process.stdin)).trim();
      await file.change((contents) => {
        contents.servers[url] = { type: 'api-key', key };
        contents.current = url;
      });
    });
}

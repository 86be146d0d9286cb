import type { Command } from 'commander';
import { MisuseError } from '../../errors/command-error.js';
import { authorize } from '../../connection/authorize.js';
import { type CredentialsFile, findCredentialsFile } from '../../connection/credentials-file.js';
import { RestClient } from '../../connection/rest-client.js';
import { Terminal } from '../../output/terminal.js';
import { type InvokedCommand, VariableOption } from './invoked-command.js';

const DEFAULT_URL = 'http://127.0.0.1:6006';

/** The options of every command. */
export interface CommonOptions {
  url?: string;
  apiKey?: string;
  json?: boolean;
}

/** The connections and surroundings of a running command. */
export interface Context {
  client: RestClient;
  terminal: Terminal;
  /** Returns the credential that requests have; null if there is none. */
  token: () => Promise<string | null>;
  /** From the first call on, Ctrl-C ends requests and aborts the signal, instead of ending the program. */
  untilInterrupted(): { client: RestClient; terminal: Terminal; interruption: AbortSignal };
}

/** Adds the options that say which server to use, and as whom. */
export function addServerOptions(command: Command): Command {
  return command
    .addOption(
      new VariableOption(
        '--url <url>',
        `address of the server (default: where you signed in last, or ${DEFAULT_URL})`,
        'SPANDREL_URL',
      ),
    )
    .addOption(
      new VariableOption(
        '--api-key <key>',
        'API key (default: what "spandrel login" stored)',
        'SPANDREL_API_KEY',
      ),
    );
}

/** Adds the options of every command that prints results. */
export function addCommonOptions(command: Command): Command {
  return addServerOptions(command).option('--json', 'print JSON, as the REST API returns it');
}

/** Connects to the server that the options name. */
export async function createContext(
  options: CommonOptions,
  { invocation }: InvokedCommand,
): Promise<Context> {
  const file = findCredentialsFile(invocation.env);
  const url = await chooseUrl(options, file);
  const authorizer = authorize(url, options.apiKey, file);
  const client = new RestClient(url, authorizer);
  const terminal = new Terminal(invocation);
  return {
    client,
    terminal,
    token: () => authorizer.token(),
    untilInterrupted() {
      const interruption = invocation.interruption();
      return { client: client.until(interruption), terminal, interruption };
    },
  };
}

/** Connects to a server whose address is known, with a key or with what is stored for it. */
export function connectToServer(
  url: string,
  apiKey: string | undefined,
  { invocation }: InvokedCommand,
): RestClient {
  return new RestClient(url, authorize(url, apiKey, findCredentialsFile(invocation.env)));
}

/** Returns the address of the server to use. @throws MisuseError if it is not one. */
export async function chooseUrl(
  { url }: { url?: string | undefined },
  file: CredentialsFile,
): Promise<string> {
  if (url) return readUrl(url);
  return (await file.read()).current ?? DEFAULT_URL;
}

function readUrl(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new MisuseError(`"${text}" is not an address such as ${DEFAULT_URL}.`);
  }
  if (url.username || url.password) {
    throw new MisuseError('The address must not contain a password. Use --api-key.');
  }
  return url.href.replace(/\/+$/, '');
}

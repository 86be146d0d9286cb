import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { CommandError } from '../errors/command-error.js';
import { authorize } from '../connection/authorize.js';
import {
  type ServerCredential,
  type CredentialsFile,
  findCredentialsFile,
} from '../connection/credentials-file.js';
import { listenOnLoopback } from '../connection/loopback.js';
import { RefusedError, RestClient } from '../connection/rest-client.js';
import type { Invocation } from '../../kernel/text/invocation.js';
import { chooseUrl } from './common/context.js';
import { type InvokedCommand, VariableOption } from './common/invoked-command.js';
import { cleanLine } from '../output/clean-text.js';
import { Terminal } from '../output/terminal.js';

/** How long a user can take in the browser. */
const PATIENCE_MS = 10 * 60_000;

interface LoginOptions {
  url: string | undefined;
  apiKey?: boolean;
  browser: boolean;
}

interface UserAnswer {
  data: { username?: string; role?: string; auth_method?: string };
}

const EXAMPLES = `
Examples:
  spandrel login --url https://spandrel.example.com
  spandrel login --no-browser
  pass show spandrel | spandrel login --api-key

Later commands use the server where you signed in last, unless you set --url or SPANDREL_URL.`;

/** Adds `login` and `logout`. */
export function addLogin(program: Command): void {
  const url = () => new VariableOption('--url <url>', 'address of the server', 'SPANDREL_URL');
  program
    .command('login')
    .description('sign in with a browser, or store an API key')
    .addOption(url())
    .option('--no-browser', 'only print the address to open in a browser on this machine')
    .option('--api-key', 'read an API key from standard input and store it')
    .addHelpText('after', EXAMPLES)
    .action(login);
  program
    .command('logout')
    .description('end the sign-in, or forget the API key')
    .addOption(url())
    .action(logout);
}

async function login(options: LoginOptions, { invocation }: InvokedCommand): Promise<void> {
  const file = findCredentialsFile(invocation.env);
  const terminal = new Terminal(invocation);
  const url = await chooseUrl({ url: options.url }, file);
  const credential = options.apiKey
    ? ({ type: 'api-key', key: await readKey(invocation) } as const)
    : await signInUnlessOpen(url, options.browser, file, terminal);
  const user = await readUser(url, credential, file);
  await file.change((contents) => {
    contents.current = url;
    if (credential) contents.servers[url] = credential;
  });
  terminal.writeLine(
    credential
      ? `Signed in at ${url} as ${cleanLine(user.data.username ?? 'system')} (${user.data.role ?? 'SYSTEM'}).`
      : `The server at ${url} requires no sign-in. Later commands will use this server.`,
  );
}

/** Returns null if the server requires no credential. */
async function signInUnlessOpen(
  url: string,
  opensBrowser: boolean,
  file: CredentialsFile,
  terminal: Terminal,
): Promise<ServerCredential | null> {
  try {
    await readUser(url, null, file);
    return null;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error;
  }
  // Loaded only here, because it takes longer than most commands.
  const { ask } = await import('../connection/oauth2.js');
  const loopback = await listenOnLoopback();
  try {
    const { page, state, finish } = await ask(url, loopback.redirectUri);
    terminal.note(`Open this page to sign in:\n\n  ${page.href}\n`);
    if (opensBrowser) openBrowser(page);
    return await finish(await loopback.receive(state, PATIENCE_MS));
  } finally {
    loopback.close();
  }
}

function readUser(
  url: string,
  credential: ServerCredential | null,
  file: CredentialsFile,
): Promise<UserAnswer> {
  const token = credential?.type === 'api-key' ? credential.key : credential?.accessToken;
  const authorizer = token
    ? authorize(url, token, file)
    : { token: () => Promise.resolve(null), renew: () => Promise.resolve(null) };
  return new RestClient(url, authorizer).get('user');
}

/** The address is printed as well, so it does not matter if this fails. */
function openBrowser({ href }: URL): void {
  const openers: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, href], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

/** Reads a key that a user types, without showing it, or that another program writes. */
async function readKey({ stdin, stderr }: Invocation): Promise<string> {
  let key: string;
  if (stdin.isTTY) {
    stderr.write('API key: ');
    const output = new Writable({ write: (_chunk, _encoding, done) => done() });
    const reader = createInterface({ input: stdin, output, terminal: true });
    key = await reader.question('');
    reader.close();
    stderr.write('\n');
  } else {
    key = await text(stdin);
  }
  if (!/^[\x21-\x7e]+$/.test(key.trim())) throw new CommandError('This is not an API key.');
  return key.trim();
}

async function logout(
  options: { url: string | undefined },
  { invocation }: InvokedCommand,
): Promise<void> {
  const file = findCredentialsFile(invocation.env);
  const url = await chooseUrl(options, file);
  const stored = await file.change(({ servers }) => {
    const credential = servers[url];
    delete servers[url];
    return credential;
  });
  if (!stored) throw new CommandError(`You are not signed in at ${url}.`);
  if (stored.type === 'sign-in') {
    const { revoke } = await import('../connection/oauth2.js');
    await revoke(url, stored);
  }
  new Terminal(invocation).writeLine(`Signed out at ${url}.`);
}

import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { cleanLine } from '../output/clean-text.js';
import type { Agent, UserFolders } from '../agents/agent.js';
import { AGENTS } from '../agents/agents.js';
import { connectAgents } from '../connecting/connect-agents.js';
import { disconnectAgents } from '../connecting/disconnect-agents.js';
import { nameProject } from '../connecting/folder.js';
import { Journal } from '../connecting/journal.js';
import { findAgents } from '../connecting/plan.js';
import { Questions } from '../connecting/questions.js';
import { CommandError, MisuseError } from '../errors/command-error.js';
import {
  addServerOptions,
  type CommonOptions,
  connectToServer,
  createContext,
} from './common/context.js';
import { type InvokedCommand, VariableOption } from './common/invoked-command.js';
import { collectList } from './common/options.js';

interface ConnectOptions extends CommonOptions {
  project?: string;
  only?: string[];
  folder: string;
  yes?: boolean;
  dryRun?: boolean;
  content: boolean;
  keyDays?: number;
  undo?: boolean;
  keepChanges?: boolean;
}

const MAX_KEY_DAYS = 3650;

const EXAMPLES = `
Examples:
  spandrel connect
  spandrel connect --url https://spandrel.example.com --project checkout --only claude-code,codex
  spandrel connect --dry-run
  spandrel connect --undo

Shows each change to a settings file, and asks before it makes it. What was changed is recorded in
~/.config/spandrel/connect.json, so that --undo can take it back.

Agents: ${AGENTS.map(({ name }) => name).join(', ')}.`;

/** Adds `connect`. */
export function addConnect(program: Command): void {
  addServerOptions(program.command('connect'))
    .description('send the traces of coding agents on this machine, and give them the MCP server')
    .addOption(
      new VariableOption(
        '-p, --project <project>',
        'project of the traces (default: the name of the folder)',
        'SPANDREL_PROJECT',
      ),
    )
    .option('--only <agents>', 'connect only these agents', collectList)
    .option('--folder <folder>', 'folder in which to look for frameworks', '.')
    .option('--no-content', 'send no prompts, answers or output of tools')
    .option('--key-days <days>', 'days until the created API keys expire', readDays)
    .option('-y, --yes', 'make all changes without asking')
    .option('--dry-run', 'only show the changes')
    .option('--undo', 'take back what earlier calls changed')
    .option('--keep-changes', 'with --undo: leave what has changed since as it is')
    .addHelpText('after', EXAMPLES)
    .action(connect);
}

async function connect(options: ConnectOptions, command: InvokedCommand): Promise<void> {
  const { env } = command.invocation;
  const home = env['HOME'] || homedir();
  const folders = { home, config: env['XDG_CONFIG_HOME'] || join(home, '.config'), env };
  const only = readOnly(options.only);
  if (options.keepChanges && !options.undo) throw new MisuseError('Add --undo to --keep-changes.');
  const journal = await Journal.open(folders.config);
  const questions = new Questions(command.invocation, options.yes ?? false);
  try {
    const dryRun = options.dryRun ?? false;
    if (options.undo) {
      const { terminal } = await createContext(options, command);
      await disconnectAgents(journal, {
        terminal,
        questions,
        only,
        dryRun,
        keepChanges: options.keepChanges ?? false,
        connect: (url) => connectToServer(url, options.apiKey, command),
      });
      return;
    }
    const { client, terminal, token } = await createContext(options, command);
    await connectAgents(findChosenAgents(folders, only), {
      client,
      clientWith: (key) => connectToServer(client.url, key, command),
      token: await token(),
      terminal,
      questions,
      folders,
      journal,
      project: readProject(options.project) ?? nameProject(options.folder),
      folder: options.folder,
      sendsContent: options.content,
      keyDays: options.keyDays,
      dryRun,
    });
  } finally {
    questions.close();
  }
}

function findChosenAgents(folders: UserFolders, only: readonly Agent[] | null): Agent[] {
  const found = findAgents(folders);
  const missing = only?.find((agent) => !found.includes(agent));
  if (missing) {
    const [sign] = missing.findSigns(folders);
    throw new CommandError(
      `${missing.title} was not found: neither ${sign} nor the program "${missing.program}" exists.`,
    );
  }
  return only ? found.filter((agent) => only.includes(agent)) : found;
}

/** @throws MisuseError for an unknown name. */
function readOnly(names: readonly string[] | undefined): Agent[] | null {
  if (!names) return null;
  return names.map((name) => {
    const agent = AGENTS.find((one) => one.name === name);
    if (agent) return agent;
    const known = AGENTS.map((one) => one.name).join(', ');
    throw new MisuseError(
      `"${cleanLine(name)}" is not the name of an agent. Use one of: ${known}.`,
    );
  });
}

/**
 * The name becomes a part of headers, of shell code and of several formats of settings.
 * @throws MisuseError if agents cannot send it everywhere.
 */
function readProject(project: string | undefined): string | undefined {
  if (project === undefined || /^[\w.:@/+-](?:[\w .:@/+-]{0,98}[\w.:@/+-])?$/.test(project)) {
    return project;
  }
  throw new MisuseError(
    '--project must have at most 100 letters, digits, spaces and any of . : @ / + - _ because agents send the name in a header.',
  );
}

function readDays(text: string): number {
  const days = /^\d+$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_KEY_DAYS) return days;
  throw new InvalidArgumentError(`It must be between 1 and ${MAX_KEY_DAYS}.`);
}

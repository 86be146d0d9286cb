import type { Agent, AgentConnection, UserFolders } from '../agents/agent.js';
import type { RestClient } from '../connection/rest-client.js';
import { CommandError } from '../errors/command-error.js';
import type { Terminal } from '../output/terminal.js';
import { formatPlural } from '../output/values.js';
import { writeKey } from '../../../snippets/framework.js';
import { printDiff } from './diff.js';
import { findFrameworks } from './folder.js';
import type { Journal } from './journal.js';
import { type AgentAccess, createKey, findAccess, findCreatedKeys } from './keys.js';
import { makeChange, planChanges, type PlannedChange } from './plan.js';
import type { Questions } from './questions.js';
import { sendTestSpan, waitForTrace } from './test-span.js';

/** The clients and choices that connecting depends on. */
export interface Connecting {
  /** Acts as the user. */
  client: RestClient;
  /** Returns a client with another key for the same server. */
  clientWith: (key: string) => RestClient;
  /** The credential of the user; null for none. */
  token: string | null;
  terminal: Terminal;
  questions: Questions;
  folders: UserFolders;
  journal: Journal;
  project: string;
  /** Where to look for frameworks. */
  folder: string;
  sendsContent: boolean;
  /** Days until created keys expire; undefined for keys that do not expire. */
  keyDays: number | undefined;
  dryRun: boolean;
}

/** Stands for a key until the user has agreed to its creation. */
const KEY_TO_COME = 'spd_…';

/**
 * Connects coding agents with a server: shows what would change, asks, creates keys, changes the settings,
 * and proves with a test span that traces arrive.
 * @throws CommandError if an agent could not be connected. The others are.
 */
export async function connectAgents(agents: readonly Agent[], work: Connecting): Promise<void> {
  const { client, terminal, journal } = work;
  const access = await findAccess(client, work.token);
  const connection = await prepareConnection(access, work);
  const names = agents.map(({ title }) => title).join(', ');
  terminal.writeLine(`Server: ${client.url}, project: ${work.project}`);
  terminal.writeLine(`Coding agents: ${names || 'none found'}`);
  const { chosen, failed } = await chooseAgents(agents, access, connection, work);
  if (!work.dryRun) {
    if (chosen.length > 0) await createKeys(chosen, access, connection, work);
    for (const agent of chosen) {
      try {
        for (const { path } of await planChanges(agent, work.folders, connection, journal)) {
          // Planned one by one, because two agents can share a file.
          const planned = await planChanges(agent, work.folders, connection, journal);
          const change = planned.find((one) => one.path === path);
          if (change) await makeChange(agent.name, change, journal);
        }
        const note = agent.note?.(work.folders);
        terminal.writeLine(`${agent.title} is connected.${note ? ` ${note}` : ''}`);
      } catch (error) {
        failed.push(report(error, terminal));
      }
    }
    await proveArrival(access, connection, work);
  }
  await printFrameworks(access, work);
  if (failed.length > 0) {
    throw new CommandError(`${formatPlural(failed.length, 'agent')} could not be connected.`);
  }
}

/** Uses the keys of earlier calls, so that repeating a call changes nothing. */
async function prepareConnection(access: AgentAccess, work: Connecting): Promise<AgentConnection> {
  const { client, project, sendsContent, journal } = work;
  const connection = { server: client.url, project, sendsContent };
  if (access.kind === 'open') return { ...connection, ingestKey: null, readKey: null };
  if (access.kind === 'given-key') {
    return { ...connection, ingestKey: access.key, readKey: access.canRead ? access.key : null };
  }
  const known = await findCreatedKeys(client, journal);
  const keyOf = (scope: string) => known.find((one) => one.scope === scope)?.key ?? KEY_TO_COME;
  return { ...connection, ingestKey: keyOf('ingest'), readKey: keyOf('read') };
}

async function chooseAgents(
  agents: readonly Agent[],
  access: AgentAccess,
  connection: AgentConnection,
  { terminal, questions, folders, journal, dryRun }: Connecting,
): Promise<{ chosen: Agent[]; failed: string[] }> {
  const chosen: Agent[] = [];
  const failed: string[] = [];
  for (const agent of agents) {
    terminal.writeLine('');
    let planned: PlannedChange[];
    try {
      planned = await planChanges(agent, folders, connection, journal);
    } catch (error) {
      failed.push(report(error, terminal));
      continue;
    }
    if (planned.length === 0) {
      terminal.writeLine(`${agent.title} is already connected.`);
      continue;
    }
    terminal.writeLine(terminal.style('bold', agent.title));
    for (const { path, before, after, warning } of planned) {
      printDiff(terminal, path, before, after);
      if (warning) terminal.writeLine(terminal.style('yellow', `  ${warning}`));
    }
    warnAboutKeys(planned, access, terminal);
    if (dryRun || (await questions.ask(`Connect ${agent.title}?`))) chosen.push(agent);
  }
  return { chosen, failed };
}

/** Warns of files with a key that other users could read, and of a key with more permissions than it needs. */
function warnAboutKeys(
  planned: readonly PlannedChange[],
  access: AgentAccess,
  terminal: Terminal,
): void {
  if (access.kind === 'open') return;
  for (const { path, after } of planned.filter(({ isShared }) => isShared)) {
    if (!after?.includes('spd_')) continue;
    terminal.writeLine(
      terminal.style(
        'yellow',
        `  ${path} will contain an API key, and other users of this machine can read it. To prevent that, run: chmod 600 "${path}"`,
      ),
    );
  }
  if (access.kind !== 'given-key') return;
  terminal.writeLine(
    terminal.style(
      'yellow',
      '  These files will contain the API key that you gave, because a key cannot create others. For keys that can only send or only read, sign in with "spandrel login" instead.',
    ),
  );
}

/** Creates the keys that the chosen agents need and that do not exist yet. */
async function createKeys(
  chosen: readonly Agent[],
  access: AgentAccess,
  connection: AgentConnection,
  { client, journal, keyDays }: Connecting,
): Promise<void> {
  if (access.kind !== 'created-keys') return;
  // First, because viewers cannot create it.
  const isSending = chosen.some((agent) => agent.sendsTraces);
  if (isSending && connection.ingestKey === KEY_TO_COME) {
    connection.ingestKey = await createKey(client, 'ingest', keyDays, journal);
  }
  if (connection.readKey === KEY_TO_COME) {
    connection.readKey = await createKey(client, 'read', keyDays, journal);
  }
}

/** Sends a span as the agents do, and reads it as the user. */
async function proveArrival(
  access: AgentAccess,
  { ingestKey }: AgentConnection,
  { client, clientWith, terminal, journal, project }: Connecting,
): Promise<void> {
  const isOwnKey = ingestKey !== null && ingestKey !== KEY_TO_COME;
  const traceId = await sendTestSpan(isOwnKey ? clientWith(ingestKey) : client, project);
  journal.contents.traces.push({ server: client.url, traceId });
  await journal.save();
  terminal.writeLine('');
  if (access.kind === 'given-key' && !access.canRead) {
    terminal.writeLine('A test span was stored. This key cannot read it.');
    return;
  }
  terminal.writeLine(`A test span has arrived: ${await waitForTrace(client, traceId)}`);
}

async function printFrameworks(access: AgentAccess, work: Connecting): Promise<void> {
  const { client, terminal, folder, project } = work;
  const needsKey = access.kind !== 'open';
  const target = { server: client.url, project, needsKey };
  for (const { language, titles, install, setup, framework } of await findFrameworks(
    folder,
    target,
  )) {
    terminal.writeLine('');
    const what = `${language} (${titles.join(', ')})`;
    const commands = [install, needsKey ? writeKey(framework) : undefined].filter(
      (command) => command !== undefined,
    );
    if (commands.length === 0) {
      terminal.writeLine(
        `This folder uses ${what}. To trace it, add these lines where the program starts:\n`,
      );
    } else {
      terminal.writeLine(`This folder uses ${what}. To trace it, run:\n`);
      for (const command of commands) terminal.writeLine(`  ${command}`);
      terminal.writeLine('\nand add these lines where the program starts:\n');
    }
    for (const line of setup.split('\n')) terminal.writeLine(line === '' ? '' : `  ${line}`);
  }
}

/** Prints an error, and goes on with the next agent. */
function report(error: unknown, terminal: Terminal): string {
  if (!(error instanceof CommandError)) throw error;
  terminal.note(error.message);
  return error.message;
}

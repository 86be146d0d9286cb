import type { Agent } from '../agents/agent.js';
import { AGENTS } from '../agents/agents.js';
import { encodePart, RefusedError, type RestClient } from '../connection/rest-client.js';
import { CommandError } from '../errors/command-error.js';
import type { Terminal } from '../output/terminal.js';
import { formatPlural } from '../output/values.js';
import { printDiff } from './diff.js';
import type { Journal, JournalChange } from './journal.js';
import { makeChange, planUndo } from './plan.js';
import type { Questions } from './questions.js';

/** The choices and connections that disconnecting depends on. */
export interface Disconnecting {
  terminal: Terminal;
  questions: Questions;
  /** The agents to disconnect; null for all. */
  only: readonly Agent[] | null;
  dryRun: boolean;
  /** Whether to leave what has changed since as it is. */
  keepChanges: boolean;
  /** Returns a client for a server. */
  connect: (url: string) => RestClient;
}

/**
 * Undoes the work of `spandrel connect`: the changes to settings, newest first, and, once no agent is left, the
 * keys and the test traces.
 * @throws CommandError if something could not be taken back. The rest is, and a later call can continue.
 */
export async function disconnectAgents(journal: Journal, work: Disconnecting): Promise<void> {
  const { terminal, questions, only, dryRun } = work;
  const names = only?.map(({ name }) => name);
  const chosen = journal.contents.changes.filter(({ agent }) => names?.includes(agent) ?? true);
  const hasRest = journal.contents.keys.length + journal.contents.traces.length > 0;
  if (chosen.length === 0 && (only !== null || !hasRest)) {
    terminal.writeLine('There is nothing to take back.');
    return;
  }
  const possible = await showUndo(chosen, work);
  let failures = chosen.length - possible.length;
  if (dryRun) return assertComplete(failures);
  const what =
    chosen.length === 0 ? 'the keys and test traces' : formatPlural(possible.length, 'change');
  if (possible.length < chosen.length && possible.length === 0) return assertComplete(failures);
  if (!(await questions.ask(`Take back ${what}?`))) return;
  for (const change of possible) {
    try {
      // Planned again, because two agents can share a file.
      await makeChange(change.agent, await planUndo(change, work.keepChanges), journal);
      terminal.writeLine(`${titleOf(change)}: ${change.path} is restored.`);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.note(error.message);
      failures += 1;
    }
  }
  if (journal.contents.changes.length === 0) failures += await deleteFromServers(journal, work);
  assertComplete(failures);
}

/** Prints what would change. @returns the changes that can be taken back, newest first. */
async function showUndo(
  chosen: readonly JournalChange[],
  { terminal, keepChanges }: Disconnecting,
): Promise<JournalChange[]> {
  const possible: JournalChange[] = [];
  for (const change of chosen.toReversed()) {
    try {
      const { path, before, after } = await planUndo(change, keepChanges);
      terminal.writeLine(terminal.style('bold', titleOf(change)));
      if (before === after) terminal.writeLine(`  ${path} has nothing to take back.`);
      else printDiff(terminal, path, before, after);
      possible.push(change);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.note(error.message);
    }
  }
  return possible;
}

/** @returns the number of keys that still exist. */
async function deleteFromServers(
  journal: Journal,
  { terminal, connect }: Disconnecting,
): Promise<number> {
  const { contents } = journal;
  for (const trace of contents.traces.splice(0)) {
    try {
      await deleteIfKnown(connect(trace.server), `traces/${encodePart(trace.traceId)}`);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.note(`The test trace ${trace.traceId} was not deleted. ${error.message}`);
    }
  }
  for (const key of contents.keys) {
    try {
      await deleteIfKnown(connect(key.server), `${key.deletion}/${encodePart(key.id)}`);
      contents.keys = contents.keys.filter((one) => one !== key);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.note(
        `The API key ${key.key.slice(0, 12)}… at ${key.server} was not deleted. ${error.message}`,
      );
    }
  }
  await journal.save();
  return contents.keys.length;
}

async function deleteIfKnown(client: RestClient, path: string): Promise<void> {
  try {
    await client.delete(path);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error;
  }
}

function assertComplete(failures: number): void {
  if (failures === 0) return;
  throw new CommandError(
    'Not everything could be taken back. Do what is said above, and run the command again.',
  );
}

function titleOf({ agent }: JournalChange): string {
  return AGENTS.find(({ name }) => name === agent)?.title ?? agent;
}

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Agent, AgentConnection, SettingsChange, UserFolders } from '../agents/agent.js';
import { AGENTS } from '../agents/agents.js';
import { CommandError } from '../errors/command-error.js';
import { describeChange, type Edit, type MadeChange, revertHunk } from '../settings/edit.js';
import {
  hasJsonSettings,
  isEmptyObject,
  isStrictJson,
  revertJsonSettings,
  setJsonSettings,
} from '../settings/json-settings.js';
import {
  deleteSettingsFile,
  hashText,
  readSettingsFile,
  writeSettingsFile,
} from '../settings/settings-file.js';
import { hasTextBlock, revertPieces, setTextBlock } from '../settings/text-block.js';
import { hasTomlSettings, parseToml, setTomlSettings } from '../settings/toml-settings.js';
import type { Journal, JournalChange } from './journal.js';

/** A file before and after a change that has not been made yet. */
export interface PlannedChange {
  path: string;
  /** Undefined if there is no file. */
  before: string | undefined;
  /** Undefined if the file is to be deleted. */
  after: string | undefined;
  /** Whether other users of the machine may read the file. */
  isShared: boolean;
  /** Why the agent will not read the file; undefined if it will. */
  warning?: string | undefined;
  /** The change to record once it is made; undefined for an undo. */
  record?: MadeChange;
  /** The record of an earlier change that this one replaces, or takes back. */
  replaced?: JournalChange | undefined;
}

/** Returns the agents that are on this machine. */
export function findAgents(folders: UserFolders): Agent[] {
  const searched = (folders.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return AGENTS.filter(
    (agent) =>
      agent.findSigns(folders).some((path) => existsSync(path)) ||
      searched.some((folder) => existsSync(join(folder, agent.program))),
  );
}

/**
 * Plans the changes that connect an agent. Files that are connected already are left out.
 * @throws CommandError if one of its files cannot be changed.
 */
export async function planChanges(
  agent: Agent,
  folders: UserFolders,
  connection: AgentConnection,
  journal: Journal,
): Promise<PlannedChange[]> {
  const planned: PlannedChange[] = [];
  for (const change of agent.listChanges(folders, connection)) {
    const one = await inFile(change.path, () => planChange(agent, change, journal));
    if (one) planned.push(one);
  }
  return planned;
}

async function planChange(
  agent: Agent,
  change: SettingsChange,
  journal: Journal,
): Promise<PlannedChange | null> {
  const { text, isShared } = await readSettingsFile(change.path);
  if (text !== undefined && isMade(text, change)) return null;
  const earlier = journal.contents.changes.find(
    ({ agent: name, path }) => name === agent.name && path === change.path,
  );
  // A change replaces the earlier one, so that an undo restores what was there before both.
  const reverted = earlier && text !== undefined ? revert(text, earlier) : undefined;
  const isNew = earlier ? earlier.isNew && reverted?.isEmpty !== false : text === undefined;
  const original = reverted ? reverted.text : (text ?? '');
  const edit = make(original, change);
  if (edit.text === text) return null;
  const record = describeChange(change.path, isNew ? undefined : original, edit);
  if (earlier?.topFolder !== undefined) record.topFolder = earlier.topFolder;
  const warning =
    change.format === 'json' && change.refusesComments && !isStrictJson(edit.text)
      ? `${agent.title} does not read a file with comments or trailing commas. Remove them.`
      : undefined;
  const after = edit.text;
  return { path: change.path, before: text, after, isShared, warning, record, replaced: earlier };
}

/**
 * Plans to take a change back.
 * @param keepsChanges whether to leave what has changed since as it is, instead of refusing.
 * @throws CommandError if what it set has changed since.
 */
export function planUndo(made: JournalChange, keepsChanges: boolean): Promise<PlannedChange> {
  return inFile(made.path, async () => {
    const { text, isShared } = await readSettingsFile(made.path);
    const unchanged = { path: made.path, before: text, after: text, isShared, replaced: made };
    if (text === undefined) return unchanged;
    const { changed, isEmpty, ...reverted } = revert(text, made);
    if (changed.length > 0 && !keepsChanges) {
      const names = changed.map((name) => `"${name}"`).join(', ');
      throw new CommandError(
        `${names} has changed since. To leave it as it is and take back the rest, add --keep-changes.`,
      );
    }
    return { ...unchanged, after: made.isNew && isEmpty ? undefined : reverted.text };
  });
}

/** Makes a planned change, and records it first, so that it can be taken back whatever happens. */
export async function makeChange(
  agent: string,
  { path, before, after, record, replaced }: PlannedChange,
  journal: Journal,
): Promise<void> {
  const { contents } = journal;
  const others = contents.changes.filter((change) => change !== replaced);
  if (record) {
    contents.changes = [...others, { agent, ...record }];
    await journal.save();
  }
  try {
    if (after === before) {
      // Somebody has already taken it back.
    } else if (after === undefined) {
      await deleteSettingsFile(path, replaced?.topFolder);
    } else {
      const topFolder = await writeSettingsFile(path, after, before);
      if (record && topFolder !== undefined) contents.changes.at(-1)!.topFolder = topFolder;
    }
    if (!record) contents.changes = others;
  } catch (error) {
    if (record) contents.changes = replaced ? [...others, replaced] : others;
    await journal.save();
    throw error;
  }
  await journal.save();
}

function isMade(text: string, change: SettingsChange): boolean {
  if (change.format === 'json') return hasJsonSettings(text, change.settings);
  if (change.format === 'toml') return hasTomlSettings(text, change.tables);
  return hasTextBlock(text, change.block);
}

function make(text: string, change: SettingsChange): Edit {
  if (change.format === 'json') return setJsonSettings(text, change.settings);
  if (change.format === 'toml') return setTomlSettings(text, change.tables);
  return setTextBlock(text, change.block);
}

interface RevertedFile {
  text: string;
  changed: string[];
  /** Whether nothing is left in the file. */
  isEmpty: boolean;
}

function revert(text: string, { hashBefore, hashAfter, hunk, undo }: MadeChange): RevertedFile {
  const hash = hashText(text);
  if (hash === hashBefore) return { text, changed: [], isEmpty: text === '' };
  if (hash === hashAfter) {
    const original = revertHunk(text, hunk);
    return { text: original, changed: [], isEmpty: original === '' };
  }
  if (undo.format === 'json') {
    const reverted = revertJsonSettings(text, undo.values);
    return { ...reverted, isEmpty: isEmptyObject(reverted.text) };
  }
  const reverted = revertPieces(text, undo.pieces);
  if (undo.format === 'toml') parseToml(reverted.text);
  return { ...reverted, isEmpty: reverted.text.trim() === '' };
}

/** Adds the path of the file to the message of an error. */
async function inFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandError) || error.message.startsWith(path)) throw error;
    throw new CommandError(`${path}: ${error.message}`);
  }
}

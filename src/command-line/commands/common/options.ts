import { type Command, InvalidArgumentError, Option } from 'commander';
import { VariableOption } from './invoked-command.js';
import type { TimeOptions } from './time-range.js';

const MAX_ROWS = 100_000;

export interface ProjectOption {
  project: string;
}

export interface PageOptions {
  limit: number;
  cursor?: string;
}

export type { TimeOptions };

/** Adds the option that selects a project. */
export function addProject(command: Command): Command {
  return command.addOption(
    new VariableOption(
      '-p, --project <project>',
      'name or ID of the project',
      'SPANDREL_PROJECT',
    ).default('default'),
  );
}

/** Adds the options that limit a list to a time. */
export function addTimeRange(command: Command): Command {
  return command
    .option('--since <span>', 'what began within this time, such as 30m, 12h, 1d or 2w')
    .option('--from <time>', 'what began at this time or later: 2026-03-01T10:00, today, yesterday')
    .option('--to <time>', 'what began before this time');
}

/** Adds the options that select a page of a list. */
export function addPage(command: Command, limit = 20): Command {
  return command
    .addOption(
      new Option('-n, --limit <count>', 'maximum number of rows')
        .argParser(readCount)
        .default(limit),
    )
    .option('--cursor <cursor>', 'continue where an earlier list ended');
}

/** Adds the direction of a sort. */
export function addOrder(command: Command): Command {
  return command.addOption(
    new Option('--order <order>', 'direction of the sort').choices(['asc', 'desc']).default('desc'),
  );
}

/** Collects the values of an option that can be repeated. */
export function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

/** Collects the values of an option that takes a list with commas and can be repeated. */
export function collectList(value: string, earlier: string[] | undefined): string[] {
  const values = value.split(',').map((one) => one.trim());
  return [...(earlier ?? []), ...values.filter((one) => one !== '')];
}

/** Reads a number. @throws InvalidArgumentError if it is not finite. */
export function readNumber(text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

function readCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_ROWS) {
    throw new InvalidArgumentError(`It must be between 1 and ${MAX_ROWS}.`);
  }
  return count;
}

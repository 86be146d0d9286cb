import type { Command } from 'commander';

/** Adds examples to a group of commands and its list, and the options of the list to the group. */
export function addGroupHelp(group: Command, list: Command, examples: string): void {
  group.addHelpText('after', () => `\n${list.helpInformation()}${examples}`);
  list.addHelpText('after', examples);
}

import type { Command } from 'commander';
import type { Page } from '../connection/rest-client.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { addPage, type PageOptions } from './common/options.js';
import { printPage } from './common/listing.js';
import type { Column } from '../output/table.js';

interface ProjectItem {
  id: string;
  name: string;
  description: string | null;
}

const COLUMNS: Column<ProjectItem>[] = [
  { title: 'NAME', value: ({ name }) => name, min: 20 },
  { title: 'ID', value: ({ id }) => id },
  { title: 'DESCRIPTION', value: ({ description }) => description ?? '', min: 20, optional: 1 },
];

const EXAMPLES = `
Examples:
  spandrel projects
  spandrel projects --name shop --json`;

interface ListOptions extends CommonOptions, PageOptions {
  name?: string;
}

/** Adds `projects`. */
export function addProjects(program: Command): void {
  const projects = program.command('projects').description('list projects');
  addPage(addCommonOptions(projects), 100)
    .option('--name <text>', 'projects whose name contains this text')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ListOptions, command: InvokedCommand) => {
      const { client, terminal } = await createContext(options, command);
      const { limit, cursor, name } = options;
      const page: Page<ProjectItem> = await client.list('projects', {
        limit,
        cursor,
        name_contains: name,
      });
      printPage(terminal, page, { noun: 'project', columns: COLUMNS }, options.json);
    });
}

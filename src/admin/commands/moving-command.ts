import { EXPORT_FORMATS } from '../../exports/export-formats.contract.js';
import type { ExportRequest } from '../../exports/exports.service.js';
import type { ImportRequest } from '../../imports/imports.service.js';
import { oneOf, readArguments, readOnly, UsageError } from './arguments.js';

/** A command that moves data. */
export type MovingCommand =
  | { name: 'import'; request: ImportRequest }
  | { name: 'export'; request: ExportRequest }
  | { name: 'backup'; directory: string }
  | { name: 'restore'; directory: string }
  | { name: 'erase-user'; userId: string; deletesExamples: boolean }
  | { name: 'distribute' };

export const MOVING_USAGE = `  npm run admin -- import otlp <file or directory> [--project <name>]
      Imports OTLP in JSON: files of one request, or with one on each line; also compressed with gzip.

  npm run admin -- import langfuse <file or directory> [--project <name>]
      Imports traces, observations and scores that Langfuse exported as JSON or JSON lines.

  npm run admin -- import phoenix --url <address> [--api-key <key>] [--project <name>]
      Imports projects with spans and annotations, datasets, experiments and prompts from a Phoenix or Spandrel
      server.

      An import that was stopped continues where it was. Importing again stores nothing twice.

  npm run admin -- export --project <name> --format ${EXPORT_FORMATS.join('|')} --out <file or ->
                          [--from <time>] [--to <time>]
      Writes the spans of a project as OTLP in JSON lines, which can be imported again, or as a Parquet file.

  npm run admin -- backup <directory>
      Writes everything in the database, as it is at one moment, to a new directory, while servers run.

  npm run admin -- restore <directory>
      Fills a new database with a backup, also one of an older version.

  npm run admin -- erase-user <user.id> [--delete-examples]
      Deletes all traces with a span of an end user, in all projects, and prints a receipt in JSON. It lists the
      examples of datasets that were made from these spans. --delete-examples also deletes them.

  npm run admin -- distribute
      Distributes the traces over the workers of a Citus cluster, while servers run. See docs/citus.md.
`;

const SOURCES = ['otlp', 'langfuse', 'phoenix'] as const;

/** @throws UsageError if the arguments of `import` are not valid. */
export function readImport(args: string[]): MovingCommand {
  const [given, ...rest] = args;
  if (given === undefined) throw new UsageError(`import needs a source: ${SOURCES.join(', ')}`);
  const source = oneOf(SOURCES, 'The source', given);
  const name = 'import';
  if (source !== 'phoenix') {
    const { values, positionals } = readArguments(rest, { project: { type: 'string' } });
    const path = readOnly(positionals, `import ${source}`, 'a file or directory');
    return { name, request: { source, path, project: values.project } };
  }
  const { values, positionals } = readArguments(rest, {
    url: { type: 'string' },
    'api-key': { type: 'string' },
    project: { type: 'string' },
  });
  if (positionals.length > 0)
    throw new UsageError(`import phoenix does not accept the argument "${positionals[0]}"`);
  const { url, 'api-key': apiKey, project } = values;
  if (url === undefined) throw new UsageError('import phoenix needs --url');
  return { name, request: { source, url, apiKey, project } };
}

/** @throws UsageError if the arguments of `export` are not valid. */
export function readExport(args: string[]): MovingCommand {
  const text = { type: 'string' } as const;
  const options = { project: text, format: text, out: text, from: text, to: text };
  const { values, positionals } = readArguments(args, options);
  if (positionals.length > 0)
    throw new UsageError(`export does not accept the argument "${positionals[0]}"`);
  const { project, format, out, from, to } = values;
  if (project === undefined) throw new UsageError('export needs --project');
  if (format === undefined) throw new UsageError('export needs --format');
  if (out === undefined) throw new UsageError('export needs --out');
  const request = { project, format: oneOf(EXPORT_FORMATS, '--format', format), out, from, to };
  return { name: 'export', request };
}

/** @throws UsageError if the arguments of `backup` or `restore` are not valid. */
export function readBackup(name: 'backup' | 'restore', args: string[]): MovingCommand {
  const { positionals } = readArguments(args, {});
  return { name, directory: readOnly(positionals, name, 'a directory') };
}

/** @throws UsageError if the arguments of `erase-user` are not valid. */
export function readEraseUser(args: string[]): MovingCommand {
  const options = { 'delete-examples': { type: 'boolean' } } as const;
  const { values, positionals } = readArguments(args, options);
  const userId = readOnly(positionals, 'erase-user', 'the ID of a user');
  return { name: 'erase-user', userId, deletesExamples: values['delete-examples'] === true };
}

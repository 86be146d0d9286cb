#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { PRODUCT_VERSION } from './config/version.js';

const USAGE = `Traces and evaluates LLM applications. Starts a server with a web UI at http://127.0.0.1:6006.

  spandrel                   Starts the server. Its database keeps its files in ./data.
  spandrel admin [command]   Manages users and moves data. Without a command, lists the commands.
  spandrel --help            Shows this text.
  spandrel --version         Shows the version.

These talk to a server, and explain themselves with --help:

  spandrel login             Signs in. "spandrel logout" forgets it.
  spandrel projects          Lists projects.
  spandrel traces            Lists traces, shows one, or follows new ones.
  spandrel spans             The same for spans.
  spandrel sessions          Lists sessions, or shows one.
  spandrel datasets          Lists, shows, creates and extends datasets.
  spandrel experiments       Lists experiments, or shows their runs.
  spandrel prompts           Lists prompts, shows a version, or moves a tag.
  spandrel annotate          Annotates a span, a trace or a session.
  spandrel export            Downloads spans as OTLP or Parquet.

SPANDREL_ variables change the settings, such as SPANDREL_PORT and SPANDREL_WORKING_DIR. All of them are
described in the file .env.example of this package.
`;

/** The exit code for arguments that are not valid. */
const MISUSED = 2;

/** The commands that talk to a server. */
const CLIENT_COMMANDS = new Set([
  'login',
  'logout',
  'projects',
  'traces',
  'spans',
  'sessions',
  'datasets',
  'experiments',
  'prompts',
  'annotate',
  'export',
]);

/** Older releases lack what the server imports. */
const OLDEST_NODE = 22;

const [command, ...rest] = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `Spandrel needs Node.js 24.15 or later, or 22.22.3 or later in the 22.x line. This is ${process.version}.\n`,
  );
  process.exitCode = 1;
} else if (command === 'admin') {
  // The command reads the arguments that follow its name.
  process.argv.splice(2, 1);
  await import('./admin/main.js');
} else if (command === undefined) {
  await import('./main.js');
} else if (CLIENT_COMMANDS.has(command)) {
  // Makes the next command start faster.
  enableCompileCache();
  await import('./command-line/main.js');
} else if (rest.length === 0 && ['--help', '-h', 'help'].includes(command)) {
  process.stdout.write(USAGE);
} else if (rest.length === 0 && ['--version', '-v', 'version'].includes(command)) {
  process.stdout.write(`${PRODUCT_VERSION}\n`);
} else {
  process.stderr.write(`Unknown arguments: ${[command, ...rest].join(' ')}\n\n${USAGE}`);
  process.exitCode = MISUSED;
}

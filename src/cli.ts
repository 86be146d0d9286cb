#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

/** Older releases lack what the server imports. */
const OLDEST_NODE = 22;

const [command] = process.argv.slice(2);
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
} else {
  // Makes the next command start faster.
  enableCompileCache();
  await import('./command-line/main.js');
}

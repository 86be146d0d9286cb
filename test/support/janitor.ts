/**
 * Waits until the run of tests that started this process ends, even if it is killed. Then removes
 * its directory, the first argument, if the run has not done so.
 */
import { existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { removeRun } from './run-directory.ts';

const [directory] = process.argv.slice(2);
// Ends with the process that has the other end.
await finished(process.stdin.resume());
if (directory && existsSync(directory)) await removeRun(directory);

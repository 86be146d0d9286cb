import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** About a second of what servers and tests do most: objects, texts, and sorting. */
const WORK = `
const started = process.cpuUsage();
const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'row ' + (id * 7919 % 20_011), tags: ['a', id] }));
for (let round = 0; round < 20; round++) {
  const copies = JSON.parse(JSON.stringify(rows));
  copies.sort((one, other) => (one.name < other.name ? -1 : 1));
  new Map(copies.map((row) => [row.name.replace(/\\d+/, (digits) => digits + round), row]));
}
const { user, system } = process.cpuUsage(started);
process.stdout.write(String((user + system) / 1e6));
`;

/**
 * Measures the CPU seconds that a fixed piece of work takes here while all cores are busy, so that the CPU
 * seconds of tests can be compared between machines. Higher is slower.
 */
export async function measureSpeed() {
  const run = promisify(execFile);
  const copies = Array.from({ length: availableParallelism() }, () =>
    run(process.execPath, ['-e', WORK]),
  );
  const seconds = (await Promise.all(copies)).map(({ stdout }) => Number(stdout));
  return seconds.reduce((sum, part) => sum + part, 0) / seconds.length;
}

import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { promisify } from 'node:util';

const EVERY_MS = 30_000;

/** About a third of a second of what servers and tests do most: objects, texts, and sorting. */
const WORK = `
const started = process.cpuUsage();
const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'row ' + (id * 7919 % 20_011), tags: ['a', id] }));
for (let round = 0; round < 10; round++) {
  const copies = JSON.parse(JSON.stringify(rows));
  copies.sort((one, other) => (one.name < other.name ? -1 : 1));
  new Map(copies.map((row) => [row.name.replace(/\\d+/, (digits) => digits + round), row]));
}
const { user, system } = process.cpuUsage(started);
process.stdout.write(String((user + system) / 1e6));
`;

/**
 * Measures the CPU seconds that a fixed piece of work takes while tests run beside it, so that the CPU
 * seconds of tests can be compared between machines, and between a quiet and a busy one.
 */
export class SpeedProbe {
  #measured = [];
  #loads = [];
  #timer;
  #last = Promise.resolve();

  start() {
    this.#timer = setInterval(() => {
      // One that fails is left out, so that it does not end the tests.
      this.#last = this.#last.then(() => this.#measure()).catch(() => undefined);
    }, EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Returns averages: `speed`, of which more is slower, and `load`, how many processes ran or waited for
   * each core.
   */
  async stop() {
    clearInterval(this.#timer);
    await this.#last;
    // A short run may have ended before the first measurement.
    if (this.#measured.length === 0) await this.#measure();
    return { speed: average(this.#measured), load: average(this.#loads) };
  }

  async #measure() {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', WORK]);
    this.#measured.push(Number(stdout));
    this.#loads.push(loadavg()[0] / availableParallelism());
  }
}

function average(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

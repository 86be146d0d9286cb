import type { ServerProcess } from '../ingest/server-process.js';

/** The environment of each part of the benchmark. */
export interface DatasetBench {
  server: ServerProcess;
  databaseUrl: string;
  /** Directory for files, deleted at the end. */
  directory: string;
  /** Number of 1 KB examples in the datasets. */
  examples: number;
}

/** Prints one measured value. */
export function report(name: string, value: string): void {
  process.stdout.write(`  ${name.padEnd(52)}${value.padStart(24)}\n`);
}

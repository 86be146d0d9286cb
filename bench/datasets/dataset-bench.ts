import type { ServerProcess } from '../ingest/server-process.js';

/** What a part of the benchmark works with. */
export interface DatasetBench {
  server: ServerProcess;
  databaseUrl: string;
  /** For files; removed at the end. */
  directory: string;
  /** How many examples of 1 KB the datasets hold. */
  examples: number;
}

/** Prints one measured value. */
export function report(name: string, value: string): void {
  process.stdout.write(`  ${name.padEnd(52)}${value.padStart(24)}\n`);
}

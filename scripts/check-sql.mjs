/**
 * Refuses statements outside of `*.queries.ts`, because whoever changes a table must find all that read or
 * write it. Other files may have parts of statements, such as conditions, select lists and subqueries: they
 * hand them to a `*.queries.ts`, run nothing, and change nothing.
 */
import { globSync, readFileSync } from 'node:fs';

const EXCLUDED = [
  'src/**/*.{queries,entity,spec}.ts',
  // Other features call these, which may run a statement in their transaction.
  'src/**/*.contract.ts',
  // They look after databases, and know tables only by their names.
  'src/{database,job-queue,kernel}/**',
  'src/backups/{restore,write}-backup.ts',
  // Shared by ingestion, which has its statements where its rows are written, and by features.
  'src/{ingest,spans}/**',
];

/** A literal that is a statement, maybe after a mark for the log of PostgreSQL. */
const literal = (keyword) =>
  new RegExp(`[\`'"]\\s*(?:/\\*.*?\\*/\\s*|\\$\\{MARK\\}\\s*)?(?:${keyword})\\b`, 'g');
const CHANGES = literal('INSERT INTO|UPDATE [a-z$]|DELETE FROM');
const READS = literal('SELECT|WITH (?:RECURSIVE )?\\w+ (?:AS )?\\(');
const RUNS = /\.query(?:<[^`]*?>)?\(|\brun(?:Bounded|Figures)Reads?\b/;

const findings = [];
for (const file of globSync('src/**/*.ts', { exclude: EXCLUDED })) {
  const text = readFileSync(file, 'utf8');
  const found = [...text.matchAll(CHANGES), ...(RUNS.test(text) ? text.matchAll(READS) : [])];
  for (const { index } of found.toSorted((a, b) => a.index - b.index)) {
    const line = text.slice(0, index).split('\n').length;
    findings.push(`${file}:${line} has a statement: move it to a *.queries.ts`);
  }
}
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;

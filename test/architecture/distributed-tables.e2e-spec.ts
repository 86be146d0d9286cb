import { readdirSync, readFileSync } from 'node:fs';
import { DISTRIBUTED_TABLES } from '../../src/kernel/sql/distribution.js';

const CHANGE = new RegExp(
  String.raw`\b(INSERT INTO|UPDATE|DELETE FROM) (${DISTRIBUTED_TABLES.join('|')})\b`,
);

/** Ingestion has connections of its own, which are never limited; the others run before any request. */
const UNLIMITED = /^src\/(ingest|database)\//;

describe('statements that change distributed tables', () => {
  it('name the table itself, because Citus does not change rows through views', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `src/${file}`);
    expect(files.length).toBeGreaterThan(500);
    const changed = files.filter(
      (file) => !UNLIMITED.test(file) && CHANGE.test(readFileSync(file, 'utf8')),
    );
    expect(changed).toEqual([]);
  });

  it('are recognized', () => {
    expect('DELETE FROM spans WHERE').toMatch(CHANGE);
    expect('UPDATE traces t SET').toMatch(CHANGE);
    expect('INSERT INTO span_annotations (').toMatch(CHANGE);
    expect('DELETE FROM ${tableItself(').not.toMatch(CHANGE);
  });
});

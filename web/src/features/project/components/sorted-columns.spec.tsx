import { readSessionsSearch, readSpansSearch, readTracesSearch } from '../search.js';
import type { KnownAnnotations } from './annotation-columns.js';
import { buildSessionColumns } from './session-columns.js';
import { buildSpanColumns } from './span-columns.js';
import { buildTraceColumns } from './trace-columns.js';

const KNOWN: KnownAnnotations = {
  scales: new Map(),
  names: [{ name: 'tone', sortedBy: 'score' }],
  isNarrow: false,
};

const keysOf = (columns: readonly { sortKey?: string }[]) =>
  columns.flatMap(({ sortKey }) => sortKey ?? []);

describe('the columns by which a list can be sorted', () => {
  it.each([
    ['spans', keysOf(buildSpanColumns('p', KNOWN)), readSpansSearch],
    ['traces', keysOf(buildTraceColumns('p', KNOWN)), readTracesSearch],
    ['sessions', keysOf(buildSessionColumns('p', KNOWN)), readSessionsSearch],
  ])('are known to the URL of %s', (_, keys, read) => {
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.map((sort) => read({ sort }).sort)).toEqual(keys);
  });
});

import { readFileSync } from 'node:fs';
import { readFilter } from '../../filter-language/read-filter.js';
import { RunGrain } from './run-grain.js';

/** The conditions in the table of the documentation. */
const DOCUMENTED = readFileSync('docs/filters.md', 'utf8')
  .split('| Condition | Examples')[1]!
  .matchAll(/^\| `([^`]+)` \|/gm)
  .map(([, condition]) => condition!)
  .toArray();

describe('conditions of a comparison', () => {
  it('are documented', () => {
    expect(DOCUMENTED.length).toBeGreaterThan(5);
  });

  it.each(DOCUMENTED)('%s is a condition', (condition) => {
    expect(readFilter(condition, new RunGrain([11, 12]))).not.toBeNull();
  });
});

import type { RunSketch } from './downloads.queries.js';
import { runTable } from './run-table.js';

async function* nothing(): AsyncGenerator<never> {}

describe('runTable', () => {
  it('can stop after each batch, even before its columns are known', async () => {
    let batches = 0;
    async function* sketches(): AsyncGenerator<RunSketch[]> {
      for (; batches < 10; batches += 1) yield [];
    }
    const pieces = runTable({
      name: 'any',
      runs: () => nothing(),
      sketches,
      evaluationNames: () => Promise.resolve([]),
    });
    expect(await pieces.next()).toEqual({ done: false, value: '' });
    await pieces.return(undefined);
    expect(batches).toBe(0);
  });
});

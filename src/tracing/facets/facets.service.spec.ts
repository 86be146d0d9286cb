import { BadRequestError } from '../../kernel/errors/errors.js';
import type { DatabaseReader } from '../../database/database-reader.js';
import { SingleDistribution } from '../../kernel/sql/single-distribution.js';
import { SearchedRows } from '../matches/matches.service.js';
import type { SpanBlocksQueries } from '../span-index/span-blocks.queries.js';
import type { FacetCounts, FacetSample, FacetsQueries } from './facets.queries.js';
import { FacetsService } from './facets.service.js';

const RANGE = { start: null, end: null };

/** Counts as many rows as a window has; all of them unless that is refused. */
function countWith({ fits, refusesAll = false }: { fits: boolean; refusesAll?: boolean }) {
  const samples: FacetSample[] = [];
  const queries: Pick<FacetsQueries, 'count' | 'fitsWhole'> = {
    fitsWhole: () => Promise.resolve(fits),
    count(_project, _rows, _range, sample) {
      samples.push(sample);
      if (sample.window === null && refusesAll) {
        return Promise.reject(new BadRequestError('It takes too long.'));
      }
      const coveredFrom = sample.window === null ? null : '2026-01-01T00:00:00Z';
      const rowCount = sample.window ?? 300;
      const counts: FacetCounts = { values: [], rowCount, coveredFrom, isFull: rowCount >= 2_000 };
      return Promise.resolve(counts);
    },
  };
  const reader = { distribution: new SingleDistribution() } as unknown as DatabaseReader;
  const service = new FacetsService(reader, queries as FacetsQueries, {} as SpanBlocksQueries);
  return { samples, counted: service.count(1, SearchedRows.TRACES, RANGE, 10) };
}

describe('facets', () => {
  it('count all rows of a range that has few, even on a busy server', async () => {
    const { counted, samples } = countWith({ fits: true });
    expect(await counted).toMatchObject({ rowCount: 300, coveredFrom: null });
    expect(samples).toEqual([{ window: null, first: 10, maxSeconds: 1 }]);
  });

  it('count the newest ones if all would take too long', async () => {
    const { counted, samples } = countWith({ fits: true, refusesAll: true });
    expect(await counted).toMatchObject({ coveredFrom: '2026-01-01T00:00:00Z' });
    expect(samples.map(({ window }) => window)).toEqual([null, 200, 4_000]);
  });

  it('begin with the newest ones if there are many rows', async () => {
    const { counted, samples } = countWith({ fits: false });
    expect(await counted).toMatchObject({ rowCount: 4_000 });
    expect(samples[0]).toMatchObject({ window: 200 });
  });
});

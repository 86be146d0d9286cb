import type { DatabaseReader } from '../../database/database-reader.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { SpanListsService } from '../spans/span-lists.service.js';
import type { SpansService } from '../spans/spans.service.js';
import { MatchesService, SearchedRows } from './matches.service.js';

const { jest } = import.meta;

const BATCH = 512;

/**
 * Spans that all match, newest first, in batches whose rest begins one minute earlier each time.
 * @param batchMs how long it takes to find a batch.
 */
function makeService(batches: number, { perBatch = BATCH, batchMs = 0 } = {}) {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  let reads = 0;
  const lists = {
    findNewestBySearch: async (
      _projectId: number,
      _filter: unknown,
      isEnough: (rows: unknown[], latestRest: string) => boolean,
    ) => {
      reads += 1;
      for (let batch = 0; batch < batches; batch += 1) {
        now += batchMs;
        const rows = Array.from({ length: perBatch }, (_, at) => ({
          id: at,
          traceId: `t${batch}`,
        }));
        const isLast = batch === batches - 1;
        const rest = new Date(Date.UTC(2026, 0, 2) - batch * 60_000).toISOString();
        if (isEnough(rows, isLast ? '' : rest)) return;
      }
    },
  };
  const service = new MatchesService(
    {} as DatabaseReader,
    { readCondition: () => null } as unknown as SpansService,
    lists as unknown as SpanListsService,
  );
  return { service, countReads: () => reads };
}

describe('the spans that figures cover', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are all that match', async () => {
    const { service } = makeService(3);
    expect((await service.find(1, { search: 'word' }))?.coveredFrom).toBeNull();
  });

  it('are the newest if too many match', async () => {
    const { service } = makeService(100);
    const matches = await service.find(1, { search: 'word', searchedRows: SearchedRows.TRACES });
    expect(matches?.coveredFrom).toBe('2026-01-01T23:41:00.000Z');
    const where = new SqlWhere();
    matches?.addTraceCondition?.(where);
    expect(where.parameters).toEqual([Array.from({ length: 20 }, (_, batch) => `t${batch}`)]);
  });

  it('are the newest if finding them takes long', async () => {
    const { service } = makeService(100, { batchMs: 200 });
    const matches = await service.find(1, { search: 'word' });
    expect(matches?.coveredFrom).toBe('2026-01-01T23:59:00.000Z');
  });

  it('are looked for longer while there are few', async () => {
    const few = { perBatch: 1, batchMs: 200 };
    expect(
      (await makeService(10, few).service.find(1, { search: 'word' }))?.coveredFrom,
    ).toBeNull();
    const matches = await makeService(100, few).service.find(1, { search: 'word' });
    expect(matches?.coveredFrom).toBe('2026-01-01T23:45:00.000Z');
  });

  it('are looked for once per page, but not for another project or search', async () => {
    const { service, countReads } = makeService(1);
    const start = (second: number) => ({ start: `2026-01-01T00:00:${second}.5+00:00` });
    const ahead = new Date(Date.now() + 60_000).toISOString();
    await Promise.all([
      service.find(1, { search: 'word', timeRange: start(10) }),
      service.find(1, { search: 'word', timeRange: start(11) }),
      service.find(1, { search: 'word', timeRange: { ...start(11), end: ahead } }),
    ]);
    expect(countReads()).toBe(1);
    await service.find(2, { search: 'word', timeRange: start(10) });
    await service.find(1, { search: 'words', timeRange: start(10) });
    await service.find(1, { search: 'word', filterCondition: 'a', timeRange: start(10) });
    expect(countReads()).toBe(4);
  });

  it('are undefined without a search', async () => {
    expect(await makeService(1).service.find(1, { search: ' ' })).toBeNull();
  });
});

import type { Transaction } from '../../src/database/database-writer.js';
import { markSpans, markTraces } from '../../src/tracing/changes/marks.queries.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('blocks that will have no spans left', () => {
  let server: TestServer;
  const traceIds = Array.from({ length: 100 }, newTraceId);

  beforeAll(async () => {
    server = await startTestServer();
    const children = Array.from({ length: 49 }, () => ({}));
    await sendTraces(
      server.url,
      traceIds.map((traceId) => ({ traceId, children })),
    );
    await server.sql('ANALYZE spans');
  });
  afterAll(() => server.stop());

  const explain = async (mark: (tx: Transaction) => Promise<void>): Promise<string> => {
    const plans: string[] = [];
    const query = async (sql: string, parameters: unknown[]) => {
      if (!sql.includes('INSERT INTO unindexed_spans')) return;
      const rows = await server.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, parameters);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    };
    const { distribution } = server.reader;
    await mark({ query, distribution } as unknown as Transaction);
    return plans.join('\n');
  };

  it('are found without reading all spans of the project', async () => {
    const [span] = await server.sql<{ trace_id: string; span_id: string }>(
      'SELECT trace_id, span_id FROM spans LIMIT 1',
    );
    for (const plan of [
      await explain((tx) => markTraces(tx, traceIds.slice(0, 5), 'emptied')),
      await explain((tx) => markSpans(tx, span!.trace_id, [span!.span_id], 'emptied')),
    ]) {
      expect(plan).toContain('Insert on unindexed_spans');
      expect(plan).not.toContain('Seq Scan on spans');
    }
  });
});

import pg from 'pg';
import { startChildServer } from '../support/child-server.js';
import { createTestDatabase } from '../support/database.js';
import { anOtlpSpan, postTraces, protobufRequest } from './otlp.js';

const SENDERS = 8;

describe('SIGTERM under load', () => {
  it('responds to all accepted requests and stops in time, even if senders continue', async () => {
    const database = await createTestDatabase();
    const server = await startChildServer({ env: { SPANDREL_DATABASE_URL: database.url } });
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const done = new AbortController();
    const sender = async (): Promise<void> => {
      while (!done.signal.aborted) {
        const spans = Array.from({ length: 50 }, () => anOtlpSpan());
        const response = await postTraces(server.url, protobufRequest(spans)).catch(() => null);
        if (!response) return;
        statuses.add(response.status);
        acknowledged.push(...spans.map((span) => span.spanId));
      }
    };
    const senders = Array.from({ length: SENDERS }, sender);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const asked = Date.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    done.abort();
    await Promise.all(senders);
    expect(statuses).toEqual(new Set([200]));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ span_id: string }>('SELECT span_id FROM spans');
    await client.end();
    await database.drop();
    const there = new Set(rows.map((row) => row.span_id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  }, 60_000);
});

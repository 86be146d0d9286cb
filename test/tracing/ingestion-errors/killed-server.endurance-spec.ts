import pg from 'pg';
import { anOtlpSpan, jsonRequest, JSON_TYPE, postTraces } from '../../ingest/otlp.js';
import { startChildServer } from '../../support/child-server.js';
import { createTestDatabase } from '../../support/database.js';

const KILLS = 3;
const SENDERS = 4;
const SPANS_PER_REQUEST = 10;

describe('a server that is killed while it refuses spans', () => {
  it('keeps every span of which it said so', async () => {
    const database = await createTestDatabase();
    const promised = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await startChildServer({ env: { SPANDREL_DATABASE_URL: database.url } });
      const dead = new AbortController();
      const sender = async (): Promise<void> => {
        while (!dead.signal.aborted) {
          const spans = Array.from({ length: SPANS_PER_REQUEST }, () =>
            anOtlpSpan({ end: 2n ** 63n }),
          );
          const body = jsonRequest([...spans, anOtlpSpan()]);
          const response = await postTraces(server.url, body, JSON_TYPE).catch(() => undefined);
          const answer = await response?.text().catch(() => '');
          if (!answer?.includes(`${SPANS_PER_REQUEST} of ${SPANS_PER_REQUEST} can be sent`)) return;
          for (const { spanId } of spans) promised.add(spanId);
        }
      };
      const senders = Array.from({ length: SENDERS }, sender);
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 300));
      await server.kill('SIGKILL');
      dead.abort();
      await Promise.all(senders);
    }
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ span_id: string }>(
      'SELECT e.span_id FROM ingestion_errors e JOIN kept_spans k ON k.error_id = e.id',
    );
    await client.end();
    await database.drop();
    const kept = new Set(rows.map(({ span_id: spanId }) => spanId));
    expect(promised.size).toBeGreaterThan(SPANS_PER_REQUEST);
    expect([...promised].filter((spanId) => !kept.has(spanId))).toEqual([]);
  }, 180_000);
});

import { startChildServer } from '../support/child-server.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import pg from 'pg';
import { anOtlpSpan, newTraceId, type OtlpSpan, postTraces, protobufRequest } from './otlp.js';
import { anOtlpLog, type OtlpLog, postLogs, protobufLogs } from './otlp-logs.js';

const KILLS = 10;
const SENDERS = 6;
const SPANS_PER_REQUEST = 20;

/** Returns a trace that takes several requests, so that a kill can leave it half written. */
function growingTrace(): OtlpSpan[] {
  const traceId = newTraceId();
  return Array.from({ length: SPANS_PER_REQUEST * 3 }, () =>
    anOtlpSpan({ traceId, attributes: { 'session.id': `session ${traceId.slice(0, 2)}` } }),
  );
}

describe('a server that is killed under load', () => {
  it('has every acknowledged span exactly once, ten times in a row', async () => {
    const database = await createTestDatabase();
    const acknowledged = new Set<string>();
    const start = () => startChildServer({ env: { SPANDREL_DATABASE_URL: database.url } });
    let server = await start();
    for (let kill = 0; kill < KILLS; kill++) {
      const dead = new AbortController();
      const { url } = server;
      const sender = async (): Promise<void> => {
        while (!dead.signal.aborted) {
          const spans = growingTrace();
          for (let at = 0; at < spans.length && !dead.signal.aborted; at += SPANS_PER_REQUEST) {
            // Repeats some spans, like an exporter that got no response.
            const part = spans.slice(Math.max(0, at - 5), at + SPANS_PER_REQUEST);
            const response = await postTraces(url, protobufRequest(part)).catch(() => undefined);
            if (response?.status !== 200) return;
            for (const span of part) acknowledged.add(span.spanId);
          }
        }
      };
      const senders = Array.from({ length: SENDERS }, sender);
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 500));
      await server.kill('SIGKILL');
      dead.abort();
      await Promise.all(senders);
      server = await start();
    }
    await server.kill('SIGTERM');

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const stored = await client.query<{ span_id: string }>('SELECT span_id FROM spans');
    const ids = stored.rows.map((row) => row.span_id);
    const sums = await client.query<{ total: string; wrong: string }>(
      `SELECT sum(t.span_count) AS total,
              count(*) FILTER (WHERE t.span_count <> s.spans) AS wrong
       FROM traces t
       JOIN (SELECT trace_id, count(*) AS spans FROM spans GROUP BY trace_id) s USING (trace_id)`,
    );
    await client.end();
    await database.drop();
    const there = new Set(ids);
    expect(there.size).toBe(ids.length);
    expect([...acknowledged].filter((id) => !there.has(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(KILLS * SPANS_PER_REQUEST);
    expect([Number(sums.rows[0]?.total), Number(sums.rows[0]?.wrong)]).toEqual([ids.length, 0]);
  }, 400_000);
});

describe('a server that is killed between the answer to an event and its span', () => {
  it('joins every acknowledged event with its span, whichever came first', async () => {
    const database = await createTestDatabase();
    const start = () => startChildServer({ env: { SPANDREL_DATABASE_URL: database.url } });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let server = await start();
    let sent = 0;
    for (let kill = 0; kill < 4; kill++) {
      const spans = Array.from({ length: 10 }, () => anOtlpSpan());
      const events = spans.map(({ traceId, spanId }): OtlpLog =>
        anOtlpLog({
          traceId,
          spanId,
          eventName: 'gen_ai.user.message',
          body: { content: `question ${spanId}` },
        }),
      );
      const sendSpans = () => postTraces(server.url, protobufRequest(spans));
      const sendEvents = () => postLogs(server.url, protobufLogs(events));
      const [first, second] = kill % 2 === 0 ? [sendSpans, sendEvents] : [sendEvents, sendSpans];
      expect((await first()).status).toBe(200);
      if (kill >= 2) {
        await server.kill('SIGKILL');
        server = await start();
      }
      expect((await second()).status).toBe(200);
      await server.kill('SIGKILL');
      sent += spans.length;
      server = await start();
    }
    const joined = await eventually('every event to be joined', async () => {
      const { rows } = await client.query<{ input: string; span: string; events: number }>(
        `SELECT input_preview AS input, span_id AS span, json_array_length(events) AS events
           FROM spans WHERE events IS NOT NULL`,
      );
      return rows.length === sent ? rows : null;
    });
    for (const { input, span, events } of joined) {
      expect([input, events]).toEqual([`question ${span}`, 1]);
    }
    await server.kill('SIGTERM');
    await client.end();
    await database.drop();
  }, 400_000);
});

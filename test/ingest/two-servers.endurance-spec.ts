import { startChildServer } from '../support/child-server.js';
import { createTestDatabase } from '../support/database.js';
import pg from 'pg';
import { anOtlpSpan, newTraceId, type OtlpSpan, postTraces, protobufRequest } from './otlp.js';

const TRACES = 60;
const SPANS_PER_TRACE = 40;
const SPANS_PER_REQUEST = 30;
const SENDERS_PER_SERVER = 6;

interface Sent extends OtlpSpan {
  project: string;
}

function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

function requestsOf(spans: readonly Sent[]): Buffer[] {
  const requests: Buffer[] = [];
  for (let at = 0; at < spans.length; at += SPANS_PER_REQUEST) {
    const part = spans.slice(at, at + SPANS_PER_REQUEST);
    requests.push(protobufRequest(part, { project: part[0]!.project }));
  }
  return requests;
}

describe('two servers on one database', () => {
  it('lose no traces, sessions or projects that both write', async () => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url, SPANDREL_INGEST_WRITERS: '4' };
    const servers = await Promise.all([startChildServer({ env }), startChildServer({ env })]);

    const spans: Sent[] = Array.from({ length: TRACES }, (_, trace) => {
      const traceId = newTraceId();
      return Array.from({ length: SPANS_PER_TRACE }, (_, i) => ({
        ...anOtlpSpan({
          traceId,
          statusCode: i % 4 === 0 ? 2 : 1,
          attributes: {
            'openinference.span.kind': 'LLM',
            'llm.token_count.prompt': 3,
            'session.id': `shared ${trace % 7}`,
          },
        }),
        project: `project ${(trace + i) % 5}`,
      }));
    }).flat();

    // Each server gets every span, in a different order, so duplicates are detected only on insert.
    const statuses = await Promise.all(
      servers.flatMap(({ url }) => {
        const requests = requestsOf(shuffled(spans));
        return Array.from({ length: SENDERS_PER_SERVER }, async () => {
          const seen: number[] = [];
          for (let body = requests.pop(); body; body = requests.pop()) {
            const response = await postTraces(url, body);
            seen.push(response.status);
            if (response.status === 503) requests.unshift(body);
          }
          return seen;
        });
      }),
    );
    // A request that waits too long for another's rows is refused, and sent again above.
    expect(statuses.flat().filter((status) => status !== 503)).toEqual(
      Array.from({ length: (2 * spans.length) / SPANS_PER_REQUEST }, () => 200),
    );

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const ask = async (sql: string): Promise<Record<string, unknown>[]> =>
      (await client.query<Record<string, unknown>>(sql)).rows;
    expect(await ask('SELECT count(*)::int AS n FROM spans')).toEqual([{ n: spans.length }]);
    expect(
      await ask(`SELECT span_count, error_count, prompt_tokens::int AS tokens, count(*)::int AS n
                 FROM traces GROUP BY 1, 2, 3`),
    ).toEqual([{ span_count: 40, error_count: 10, tokens: 120, n: TRACES }]);
    expect(
      await ask(`SELECT count(*)::int AS n FROM spans s JOIN traces t USING (trace_id)
                 WHERE s.project_id <> t.project_id`),
    ).toEqual([{ n: 0 }]);
    expect(await ask(`SELECT session_id, project_id FROM project_sessions ORDER BY 1, 2`)).toEqual(
      await ask(`SELECT DISTINCT session_id, project_id FROM traces ORDER BY 1, 2`),
    );
    // Only the first span of a trace creates a project, and which span comes first is random.
    const made = (await ask(`SELECT name FROM projects WHERE name <> 'default'`)).map(
      ({ name }) => name,
    );
    const named = Array.from({ length: 5 }, (_, i) => `project ${i}`);
    expect(named).toEqual(expect.arrayContaining(made));
    await client.end();
    for (const server of servers) {
      expect(await server.kill('SIGTERM')).toBe(0);
      expect(server.output()).not.toContain('deadlock');
    }
    await database.drop();
  }, 120_000);
});

import { deflateRawSync } from 'node:zlib';
import pg from 'pg';
import { anOtlpSpan, newTraceId } from '../../ingest/otlp.js';
import { eventually } from '../../support/eventually.js';
import { sendTraces } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { acceptAll, refuseName, sendRefused } from './refused-spans.js';

const PATH = '/v1/projects/app/ingestion_errors';

interface Item {
  id: string;
  reason: string;
  message: string;
  span_id: string | null;
  is_kept: boolean;
  resent_at: string | null;
}

describe('sending refused spans again', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({}, { isShared: false });
  });
  afterEach(async () => {
    await acceptAll(server);
    await server.sql('DELETE FROM ingestion_errors');
  });
  afterAll(() => server.stop());

  const list = async (): Promise<Item[]> =>
    (await server.request.get(`${PATH}?limit=1000`).expect(200)).body.data;
  const resend = async (body: object = {}) =>
    (await server.request.post(`${PATH}/resend`).send(body).expect(200)).body as {
      stored: number;
      refused: number;
      next_cursor: string | null;
    };
  const storedNames = async (traceId: string) =>
    (
      await server.sql<{ name: string }>('SELECT name FROM spans WHERE trace_id = $1', [traceId])
    ).map(({ name }) => name);

  it('stores nothing in a project that has been created since under the same name', async () => {
    await sendRefused(server, 'again', [{ spanId: '', name: 'late' }]);
    const [error] = (await server.request.get(`/v1/projects/again/ingestion_errors`)).body.data;
    const { text } = await server.request
      .get(`/v1/projects/again/ingestion_errors/${error.id}/content`)
      .expect(200);
    const repaired = deflateRawSync(text.replace('"spanId":""', '"spanId":"ab12ab12ab12ab12"'));
    await server.sql('UPDATE kept_spans SET content = $1', [repaired]);
    const blocker = new pg.Client({ connectionString: server.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query("DELETE FROM projects WHERE name = 'again'");
    await blocker.query("INSERT INTO projects (name, name_folded) VALUES ('again', 'again')");
    const resent = server.request
      .post('/v1/projects/again/ingestion_errors/resend')
      .send({})
      .then((response) => response);
    await eventually('the writer to wait', async () => {
      const waiting = await server.sql(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
            AND query LIKE '%FROM projects%FOR KEY SHARE' AND datname = current_database()`,
      );
      return waiting.length > 0;
    });
    await blocker.query('COMMIT');
    await blocker.end();
    const { status, text: message } = await resent;
    expect([status, message]).toEqual([404, 'The project no longer exists.']);
    expect(await server.sql("SELECT FROM spans WHERE name = 'late'")).toEqual([]);
  });

  it('stores a span that the database refused exactly once, as it was sent', async () => {
    await refuseName(server, 'refused');
    const long = 'long '.repeat(2_000);
    const attributes = {
      'openinference.span.kind': 'LLM',
      'input.value': long,
      'llm.model_name': 'm',
      'llm.token_count.prompt': 7,
      score: 1.5,
      list: ['a', 'b'],
    };
    const refused = anOtlpSpan({ name: 'refused', attributes, statusCode: 2 });
    const twin = anOtlpSpan({ attributes, name: 'stored', statusCode: 2 });
    const answer = await sendRefused(server, 'app', [refused, twin]);
    expect(answer.rejectedSpans).toBe('1');
    expect(answer.errorMessage).toMatch(
      /^1 × storage_refused: .* 1 of 1 can be sent again from the page of the project\.$/s,
    );
    expect(await list()).toMatchObject([{ reason: 'storage_refused', is_kept: true }]);

    expect(await resend()).toEqual({ stored: 0, refused: 1, next_cursor: null });
    expect(await list()).toMatchObject([
      { reason: 'storage_refused', is_kept: true, resent_at: expect.stringMatching(/^2/) },
    ]);

    await acceptAll(server);
    expect(await resend()).toEqual({ stored: 1, refused: 0, next_cursor: null });
    expect(await list()).toEqual([]);
    expect(await resend()).toEqual({ stored: 0, refused: 0, next_cursor: null });
    const rows = await server.sql(
      `SELECT s.kind, s.status_code, s.start_time, s.end_time, s.attributes, s.prompt_tokens,
              s.input_preview, s.payload_length, t.span_count, t.project_id
         FROM spans s JOIN traces t USING (trace_id) WHERE s.trace_id = ANY($1)`,
      [[refused.traceId, twin.traceId]],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[0]).toMatchObject({ span_count: 1, prompt_tokens: 7 });
  });

  it('stores nothing twice if a span was stored in the meantime', async () => {
    await refuseName(server, 'refused');
    const span = anOtlpSpan({ name: 'refused' });
    await sendRefused(server, 'app', [span]);
    await sendRefused(server, 'app', [span]);
    expect(await list()).toHaveLength(2);
    await acceptAll(server);
    const answers = await Promise.all([resend(), resend()]);
    expect(answers.every(({ refused }) => refused === 0)).toBe(true);
    expect(await list()).toEqual([]);
    expect(await storedNames(span.traceId)).toEqual(['refused']);
    const [trace] = await server.sql('SELECT span_count FROM traces WHERE trace_id = $1', [
      span.traceId,
    ]);
    expect(trace).toEqual({ span_count: 1 });
  });

  it('keeps a span that is refused again, with its new reason', async () => {
    await refuseName(server, 'refused');
    await sendRefused(server, 'app', [{ spanId: '', name: 'nameless' }, { name: 'refused' }]);
    await acceptAll(server);
    await server.sql("UPDATE ingestion_errors SET reason = 'old', message = 'Old.'");
    expect(await resend()).toEqual({ stored: 1, refused: 1, next_cursor: null });
    expect(await list()).toMatchObject([
      { reason: 'missing_span_id', message: 'The span has no span ID.', is_kept: true },
    ]);
  });

  it('refuses a span of a trace that began in another project', async () => {
    await refuseName(server, 'refused');
    const traceId = newTraceId();
    await sendRefused(server, 'app', [{ traceId, name: 'refused' }]);
    await acceptAll(server);
    await sendTraces(server.url, [{ traceId, project: 'elsewhere', name: 'root' }]);
    expect(await resend()).toMatchObject({ stored: 0, refused: 1 });
    expect(await list()).toMatchObject([{ reason: 'other_project' }]);
    expect(await storedNames(traceId)).toEqual(['root']);
    await server.request.delete(`/v1/traces/${traceId}`).expect(204);
    expect(await resend()).toMatchObject({ stored: 1, refused: 0 });
    expect(await storedNames(traceId)).toEqual(['refused']);
  });

  it('goes through many spans in steps, and sends only the chosen ones', async () => {
    await refuseName(server, 'refused');
    const spans = Array.from({ length: 450 }, () => ({ name: 'refused' }));
    await sendRefused(server, 'app', [...spans, { spanId: '' }]);
    await acceptAll(server);
    const [first] = (await list()).filter(({ reason }) => reason === 'storage_refused');
    expect(await resend({ ids: [first!.id] })).toEqual({
      stored: 1,
      refused: 0,
      next_cursor: null,
    });

    const choice = { reason: 'storage_refused' };
    const steps = [await resend(choice)];
    while (steps.at(-1)!.next_cursor !== null) {
      steps.push(await resend({ ...choice, cursor: steps.at(-1)!.next_cursor }));
    }
    expect(steps.map(({ stored }) => stored)).toEqual([200, 200, 49]);
    expect(await list()).toMatchObject([{ reason: 'missing_span_id' }]);
    // On a cluster, finding out which spans it refuses takes much longer.
  }, 180_000);

  it('downloads a span as a request that can be sent', async () => {
    await refuseName(server, 'refused');
    const span = anOtlpSpan({ name: 'refused', attributes: { 'input.value': '\0 ✓ <script>' } });
    await sendRefused(server, 'app', [span]);
    await acceptAll(server);
    const [{ id }] = (await list()) as [Item];
    const { text, headers } = await server.request.get(`${PATH}/${id}/content`).expect(200);
    expect(headers['content-disposition']).toMatch(/^attachment; .*app-span-\d+\.json/);
    const sent = await fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect(await sent.json()).toEqual({});
    expect(await storedNames(span.traceId)).toEqual(['refused']);
    const { data } = await server.gql(
      `{ node(id: "${id}") { ... on IngestionError { isKept content } } }`,
    );
    expect(data).toEqual({ node: { isKept: true, content: text } });
  });

  it('deletes errors with their spans', async () => {
    await sendRefused(server, 'app', [{ spanId: '' }, { spanId: '' }, { traceId: '' }]);
    const [{ id }] = (await list()) as [Item];
    const remove = async (body: object) =>
      (await server.request.post(`${PATH}/delete`).send(body).expect(200)).body;
    expect(await remove({ ids: [id] })).toEqual({ deleted: 1 });
    expect(await remove({ reason: 'no such reason' })).toEqual({ deleted: 0 });
    expect(await remove({})).toEqual({ deleted: 2 });
    expect(await server.sql('SELECT FROM kept_spans')).toEqual([]);
  });

  it('never reaches the errors of another project', async () => {
    await sendRefused(server, 'app', [{ spanId: '' }]);
    const [{ id }] = (await list()) as [Item];
    const other = '/v1/projects/default/ingestion_errors';
    await server.request.get(`${other}/${id}/content`).expect(404);
    const { body: resent } = await server.request.post(`${other}/resend`).send({ ids: [id] });
    expect(resent).toEqual({ stored: 0, refused: 0, next_cursor: null });
    const { body: deleted } = await server.request.post(`${other}/delete`).send({ ids: [id] });
    expect(deleted).toEqual({ deleted: 0 });
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['an ID of something else', { ids: ['UHJvamVjdDox'] }, 422],
    ['an ID that is none', { ids: ['x'] }, 422],
    ['no IDs', { ids: [] }, 422],
    ['a cursor that is none', { cursor: 'x' }, 422],
    ['a reason that cannot be stored', { reason: '\0' }, 422],
    ['a list', [], 422],
  ])('refuses %s', async (_, body, status) => {
    await sendRefused(server, 'app', [{ spanId: '' }]);
    await server.request.post(`${PATH}/resend`).send(body).expect(status);
    expect(await list()).toHaveLength(1);
  });

  it('knows no errors of a project that does not exist', async () => {
    await server.request.post('/v1/projects/nope/ingestion_errors/resend').send({}).expect(404);
    await server.request.post('/v1/projects/nope/ingestion_errors/delete').send({}).expect(404);
    await server.request.get(`${PATH}/SW5nZXN0aW9uRXJyb3I6OTk5OTk5/content`).expect(404);
  });
});

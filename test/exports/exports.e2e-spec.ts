import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { admin } from '../support/admin.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** Spans that REST can create and OTLP could change. */
const CREATED = {
  name: 'created',
  context: { trace_id: 'Chat 1', span_id: 'step/1' },
  span_kind: 'LLM',
  parent_id: null,
  start_time: '2026-03-01T10:00:00.123456Z',
  end_time: '2026-03-01T10:00:01Z',
  status_code: 'ERROR',
  status_message: 'too long',
  attributes: {
    'llm.token_count.prompt': 12,
    'llm.cost.total': 0.25,
    'user.id': 'kim',
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'x'.repeat(500),
    'tag.tags': ['a', 'b'],
    mixed: [1, 'a', { deep: null }],
    empty: {},
    nested: { on: true, none: null, list: [[1.5], []] },
    huge: 1,
  },
  events: [
    { name: 'token', timestamp: '2026-03-01T10:00:00.5Z', attributes: { 'a.b': 1, c: { d: [] } } },
  ],
};

describe('npm run admin -- export', () => {
  let server: TestServer;
  let copy: TestServer;
  let directory: string;

  beforeAll(async () => {
    server = await startTestServer();
    copy = await startTestServer();
    directory = await mkdtemp(join(tmpdir(), 'spandrel-export-'));
    const body = JSON.stringify({ data: [CREATED] }).replace(
      '"huge":1',
      '"huge":12345678901234567.0',
    );
    await server.request
      .post('/v1/projects/shop/spans')
      .set('Content-Type', 'application/json')
      .send(body)
      .expect(202);
    await sendTraces(server.url, [
      {
        project: 'shop',
        traceId: newTraceId(),
        name: 'root',
        kind: 'AGENT',
        startedAt: new Date('2026-03-02T10:00:00Z'),
        attributes: { 'session.id': 'chat-1', 'gen_ai.request.model': 'gpt', ratio: 1, 'a.0.b': 2 },
        failure: 'boom',
        children: [{ name: 'child' }],
      },
    ]);
  });
  afterAll(async () => {
    await server.stop();
    await copy.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const run = (...args: string[]) =>
    admin(['export', ...args], { SPANDREL_DATABASE_URL: server.databaseUrl });
  const file = (name: string) => join(directory, name);
  const stored = (of: TestServer) =>
    of.sql(
      `SELECT trace_id, span_id, parent_id, name, kind, status_code, status_message, start_time,
              end_time, prompt_tokens, completion_tokens, model_name, user_id, session_id,
              input_preview, attributes::text, payload::text, events::text
         FROM spans ORDER BY trace_id, span_id`,
    );

  it('writes OTLP from which the same spans are imported', async () => {
    const out = file('shop.jsonl');
    const exported = await run('--project', 'shop', '--format', 'otlp', '--out', out);
    expect([exported.code, exported.stdout]).toEqual([0, 'Exported 3 spans.\n']);
    const imported = await admin(['import', 'otlp', out], {
      SPANDREL_DATABASE_URL: copy.databaseUrl,
    });
    expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('spans: 3\n')]);
    const before = await stored(server);
    expect(before).toHaveLength(3);
    expect(await stored(copy)).toEqual(before);
    const projects = await copy.sql(
      'SELECT DISTINCT p.name FROM traces t JOIN projects p ON p.id = t.project_id',
    );
    expect(projects).toEqual([{ name: 'shop' }]);
  });

  it('writes to standard output, and only spans of a time', async () => {
    const range = ['--from', '2026-03-02', '--to', '2026-03-03'];
    const { code, stdout, stderr } = await run(
      '--project',
      'shop',
      '--format=otlp',
      '--out=-',
      ...range,
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('Exported 2 spans.\n')]);
    const { resourceSpans } = JSON.parse(stdout);
    const names = resourceSpans[0].scopeSpans[0].spans.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(['child', 'root']);
  });

  it('writes Parquet with the columns of data frames', async () => {
    const out = file('shop.parquet');
    expect((await run('--project', 'shop', '--format', 'parquet', '--out', out)).code).toBe(0);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
    expect(rows).toHaveLength(3);
    const row = rows.find(({ name }) => name === 'created')!;
    expect(row).toMatchObject({
      'context.trace_id': 'Chat 1',
      'context.span_id': 'step/1',
      span_kind: 'LLM',
      parent_id: null,
      start_time: new Date('2026-03-01T10:00:00.123Z'),
      status_message: 'too long',
      'attributes.llm.token_count.prompt': 12n,
      'attributes.llm.cost.total': 0.25,
      'attributes.user.id': 'kim',
      'attributes.tag.tags': '["a","b"]',
    });
    expect(JSON.parse(row['attributes.llm.input_messages'])[0]).toMatchObject({
      'message.role': 'user',
    });
    expect(row['attributes']).toContain('"huge":12345678901234568.0');
    expect(JSON.parse(row['events'])).toMatchObject([{ name: 'token' }]);
  });

  it('writes an empty file for a project without spans', async () => {
    const out = file('none.parquet');
    const args = ['--project', 'default', '--format', 'parquet', '--out', out];
    expect((await run(...args)).stdout).toBe('Exported 0 spans.\n');
    expect(await parquetReadObjects({ file: await asyncBufferFromFile(out) })).toEqual([]);
  });

  it.each([
    ['an unknown project', 'nothing', 'x.jsonl', [], 'Project "nothing" not found.\n'],
    ['a time that is none', 'shop', 'x.jsonl', ['--from', 'soon'], '"soon" is not a time such as'],
    ['a directory that does not exist', 'shop', 'no/x.jsonl', [], 'cannot be written: ENOENT'],
  ])('refuses %s and leaves no file', async (_, project, name, more, reason) => {
    const args = ['--project', project, '--format', 'otlp', '--out', file(name), ...more];
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(reason)]);
    expect((await readdir(directory)).filter((found) => found.startsWith('x.'))).toEqual([]);
  });
});

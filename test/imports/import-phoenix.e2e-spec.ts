import { admin } from '../support/admin.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** The fields that differ from server to server. */
const OWN = new Set(
  'id node_id project_id dataset_id version_id span_node_id updated_at'.split(' '),
);

describe('npm run admin -- import phoenix', () => {
  let source: TestServer;
  let target: TestServer;

  beforeAll(async () => {
    source = await startTestServer();
    target = await startTestServer();
  });
  afterAll(async () => {
    await source.stop();
    await target.stop();
  });

  const run = (...more: string[]) =>
    admin(['import', 'phoenix', '--url', source.url, ...more], {
      SPANDREL_DATABASE_URL: target.databaseUrl,
    });
  const post = async (path: string, body: object) => {
    const response = await source.request.post(path).send(body);
    expect([path, response.status]).toEqual([path, 200]);
    return response.body.data;
  };
  /** Returns the response of a server under a path, without its own IDs and times. */
  const read = async (server: TestServer, path: string) => {
    const { body } = await server.request.get(path);
    return JSON.parse(
      JSON.stringify(body.data, (key, value: unknown) => (OWN.has(key) ? undefined : value)),
    );
  };
  const sorted = (rows: { name: string }[]) =>
    rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

  it('repeats the versions of datasets, and only new ones later', async () => {
    const upload = (body: object) =>
      post('/v1/datasets/upload?sync=true', { action: 'update', name: 'capitals', ...body });
    await sendTraces(source.url, [{ spanId: 'cccccccccccccccc' }]);
    await upload({
      description: 'Cities',
      inputs: [{ q: 'France?' }, { q: 'Japan?' }],
      outputs: [{ a: 'Lyon' }, { a: 'Tokyo' }],
      example_ids: ['fr', null],
      span_ids: ['cccccccccccccccc', null],
    });
    await upload({ inputs: [{ q: 'France?' }], outputs: [{ a: 'Paris' }], example_ids: ['fr'] });
    const first = await run();
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('versions of datasets: 2\n');
    await upload({ action: 'append', inputs: [{ q: 'Peru?' }], outputs: [{ a: 'Lima' }] });
    const second = await run();
    expect(second.stdout).toContain('versions of datasets: 1\n');
    expect(second.stdout).toContain('datasets: 0, and 1 that were stored already\n');
    expect((await run()).stdout).not.toContain('versions');

    const examplesByVersion = async (server: TestServer) => {
      const datasets = (await server.request.get('/v1/datasets')).body.data;
      expect(datasets).toMatchObject([
        { name: 'capitals', description: 'Cities', example_count: 2 },
      ]);
      const path = `/v1/datasets/${datasets[0].id}`;
      const versions = (await server.request.get(`${path}/versions`)).body.data;
      return Promise.all(
        versions.map(async (version: { version_id: string; created_at: string }) => {
          const query = `version_id=${version.version_id}`;
          const { examples } = await read(server, `${path}/examples?${query}`);
          return { createdAt: version.created_at, examples };
        }),
      );
    };
    expect(await examplesByVersion(target)).toEqual(await examplesByVersion(source));
  }, 60_000);

  it('moves projects, spans, annotations, notes and sessions, and stores nothing twice', async () => {
    const traceId = newTraceId();
    const attributes = {
      'session.id': 'chat-1',
      'user.id': 'kim',
      'llm.token_count.prompt': 12,
      'llm.input_messages.0.message.content': 'x'.repeat(1000),
      temperature: 0.5,
    };
    await source.request.post('/v1/projects').send({ name: 'shop/bot', description: 'Sells.' });
    await sendTraces(source.url, [
      {
        project: 'shop/bot',
        traceId,
        spanId: 'aaaaaaaaaaaaaaaa',
        kind: 'AGENT',
        attributes,
        failure: 'boom',
        children: [{ spanId: 'bbbbbbbbbbbbbbbb', kind: 'LLM' }],
      },
    ]);
    const many = Array.from({ length: 1_100 }, () => ({ project: 'many' }));
    await sendTraces(source.url, many);
    const judged = { name: 'quality', annotator_kind: 'HUMAN', metadata: { a: 1 } };
    await post('/v1/span_annotations?sync=true', {
      data: ['', 'b', 'app:VXNlcjox'].map((identifier) => ({
        ...judged,
        span_id: 'aaaaaaaaaaaaaaaa',
        result: { label: 'good', score: 0, explanation: 'Why not.' },
        identifier,
      })),
    });
    const trace = { ...judged, trace_id: traceId, annotator_kind: 'LLM', result: { score: 0.5 } };
    await post('/v1/trace_annotations?sync=true', { data: [trace] });
    const session = { ...judged, session_id: 'chat-1', annotator_kind: 'CODE' };
    await post('/v1/session_annotations?sync=true', { data: [session] });
    await post('/v1/span_notes', { data: { span_id: 'bbbbbbbbbbbbbbbb', note: 'Look here.' } });

    const first = await run();
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('spans: 1,102, and 1 that were stored already\n');
    expect(first.stdout).toContain('annotations: 6\n');
    expect((await run()).stdout).toContain('spans: 0, and 1,103 that were stored already\n');

    const idOf = async (server: TestServer) => {
      const [row] = await server.sql<{ id: number; description: string }>(
        `SELECT id, description FROM projects WHERE name = 'shop/bot'`,
      );
      expect(row!.description).toBe('Sells.');
      return Buffer.from(`Project:${row!.id}`).toString('base64');
    };
    const paths = [
      'spans?limit=100',
      'span_annotations?span_ids=aaaaaaaaaaaaaaaa&span_ids=bbbbbbbbbbbbbbbb&limit=100',
      `trace_annotations?trace_ids=${traceId}`,
      'session_annotations?session_ids=chat-1',
      'sessions',
    ];
    for (const path of paths) {
      const [before, after] = await Promise.all(
        [source, target].map(async (server) =>
          sorted(await read(server, `/v1/projects/${await idOf(server)}/${path}`)),
        ),
      );
      // It would name a user of this server.
      const renamed = JSON.parse(JSON.stringify(before).replace('"app:', '"imported-app:'));
      expect(sorted(after!)).toEqual(sorted(renamed));
    }
    const [counts] = await target.sql('SELECT count(*) AS spans FROM spans');
    expect(counts).toEqual({ spans: 1_103 });
  }, 60_000);

  it('moves one project only', async () => {
    await sendTraces(source.url, [{ project: 'one' }, { project: 'two' }]);
    const { code, stdout } = await run('--project', 'one');
    expect([code, stdout]).toEqual([0, expect.stringContaining('projects: 1\n')]);
    const names = await target.sql(`SELECT name FROM projects WHERE name IN ('one', 'two')`);
    expect(names).toEqual([{ name: 'one' }]);
  });

  it('leaves a dataset alone that this server has changed', async () => {
    await target.request
      .post('/v1/datasets/upload?sync=true')
      .send({ action: 'append', name: 'capitals', inputs: [{ q: 'Chile?' }] });
    const changed = await run();
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('This server has changed the dataset');
  });

  it('refuses something that is not an address', async () => {
    const { code, stdout, stderr } = await admin(['import', 'phoenix', '--url', 'localhost:6006'], {
      SPANDREL_DATABASE_URL: target.databaseUrl,
    });
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/is not a URL/)]);
  });
});

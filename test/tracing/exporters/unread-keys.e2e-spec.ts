import { cookieOf, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { ExporterHealth } from '../../support/built.js';
import { sendFrom, text } from './sent-spans.js';

interface UnreadKey {
  key: string;
  requests: number;
  example: string | null;
  last_seen_at: string;
}

describe('the keys of attributes that nothing reads', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const asMember = () => cookieOf(server.accounts.MEMBER);

  async function send(
    project: string,
    service: string,
    attributes: Record<string, string>,
  ): Promise<void> {
    const own = Object.entries(attributes).map(([key, value]) => text(key, value));
    await sendFrom(server.url, project, service, [{ attributes: own }], asMember());
    await server.app.get(ExporterHealth, { strict: false }).flush();
  }

  async function list(project: string, headers = asMember()) {
    const { body } = await server.request.get(`/v1/projects/${project}/exporters`).set(headers);
    const { data } = body as { data: { service_name: string; unread_keys: UnreadKey[] }[] };
    return new Map(data.map((one) => [one.service_name, one.unread_keys]));
  }

  const shown = (keys: UnreadKey[] | undefined) =>
    keys?.map(({ key, requests, example }) => [key, requests, example]);

  it('are listed by sender, with the number of requests and an example', async () => {
    await send('unread', 'crew', { 'crew.task': 'write', 'crew.7.step': 'a', 'input.value': 'hi' });
    await send('unread', 'crew', { 'crew.task': 'mail ann@example.com', 'crew.api_key': 'x' });
    await send('unread', 'other', { 'llm.model_name': 'gpt-4o' });
    const found = await list('unread');
    expect(shown(found.get('crew'))).toEqual([
      ['crew.task', 2, 'mail [email]'],
      ['crew.N.step', 1, 'a'],
      ['crew.api_key', 1, null],
    ]);
    expect(found.get('other')).toEqual([]);
  });

  it('are the same over GraphQL, and for viewers', async () => {
    const query = `{ getProjectByName(name: "unread") { exporters { serviceName unreadKeys { key requestCount example } } } }`;
    const { body } = await server.request
      .post('/graphql')
      .set(cookieOf(server.accounts.VIEWER))
      .send({ query })
      .expect(200);
    expect(JSON.stringify(body)).toContain(
      '{"key":"crew.task","requestCount":2,"example":"mail [email]"}',
    );
    expect((await list('unread', cookieOf(server.accounts.VIEWER))).get('crew')).toHaveLength(3);
  });

  it('are at most 200 of a sender: those that were seen last', async () => {
    const made = (from: number) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`made-${from + at}`, 'x']));
    await send('many keys', 'crew', made(0));
    await server.sql(`UPDATE exporter_unread_keys SET last_seen_at = now() - interval '1 hour'`);
    await send('many keys', 'crew', made(1_000));
    const keys = (await list('many keys')).get('crew')!;
    expect(keys).toHaveLength(200);
    expect(keys.filter(({ key }) => key.startsWith('made-1'))).not.toHaveLength(0);
    expect(keys.filter(({ key }) => /^made-1\d{3}$/.test(key))).toHaveLength(150);
  });

  it('go with the data of their project', async () => {
    await send('cleared', 'crew', { 'crew.task': 'secret plans' });
    const [project] = await server.sql<{ id: number }>(
      `SELECT id FROM projects WHERE name = 'cleared'`,
    );
    const id = Buffer.from(`Project:${project!.id}`).toString('base64');
    await server.request
      .post('/graphql')
      .set(asMember())
      .send({ query: `mutation { clearProject(input: {id: "${id}"}) { __typename } }` })
      .expect(200);
    expect((await list('cleared')).get('crew')).toEqual([]);
  });
});

import { randomBytes } from 'node:crypto';
import { whenIndexed } from '../../support/background-loops.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { holds, makeSpans, sendSearched } from '../spans/searched-spans.js';

const SPANS = makeSpans(1300);

describe('the index of spans', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = await sendSearched(server, 'searched', SPANS);
    await whenIndexed(server);
  });
  afterAll(() => server.stop());

  async function walk(search: string): Promise<string[]> {
    const { body } = await server.request
      .get(`/v1/projects/searched/spans?search=${search}&order=asc`)
      .expect(200);
    return (body as { data: { context: { span_id: string } }[] }).data.map((span) =>
      span.context.span_id.replace('searched-', ''),
    );
  }

  it('passes spans that are too large for it', async () => {
    const [span] = makeSpans(1);
    const blob = randomBytes(1.5 * 1024 * 1024).toString('base64');
    const large = {
      ...span!,
      id: 'large',
      trace: 'large',
      texts: [blob, 'Kilimanjaro', '', '', ''],
    };
    await sendSearched(server, 'searched', [large]);
    expect(await walk('kilimanjaro')).toEqual(['large']);
    await whenIndexed(server);
    expect(await walk('kilimanjaro')).toEqual(['large']);
    const [row] = await server.sql<{ count: number }>(
      'SELECT count(*) FROM span_blocks WHERE terms @@ $1::tsquery',
      ["'!all'"],
    );
    expect(row!.count).toBe(1);
    await server.request.delete('/v1/spans/searched-large').expect(204);
    await whenIndexed(server);
  });

  it('forgets deleted spans, and tells how far it is behind', async () => {
    const [gone, ...rest] = SPANS.filter((span) => holds(span, ['zanzibar'])).map(
      (span) => span.id,
    );
    await server.request.delete(`/v1/spans/searched-${gone}`).expect(204);
    expect(await walk('zanzibar')).toEqual(rest);
    const { data } = await server.gql<{
      node: { spanIndexLag: { seconds: number; blocks: number } };
    }>(
      'query ($id: ID!) { node(id: $id) { ... on Project { spanIndexLag { seconds blocks } } } }',
      { id: globalId('Project', projectId) },
    );
    expect(data!.node.spanIndexLag.blocks).toBe(1);
    await whenIndexed(server);
    expect(await walk('zanzibar')).toEqual(rest);
    for (const span of rest) await server.request.delete(`/v1/spans/searched-${span}`).expect(204);
    await whenIndexed(server);
    const [row] = await server.sql<{ count: number }>(
      `SELECT count(*) FROM span_blocks WHERE project_id = $1 AND terms @@ '''zanzibar'''::tsquery`,
      [projectId],
    );
    expect(row!.count).toBe(0);
  });
});

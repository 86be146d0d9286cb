import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { startSecuredServer } from '../../support/accounts.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const gid = (type: string, id: number) =>
  encodeURIComponent(Buffer.from(`${type}:${id}`).toString('base64'));

describe('/redirects', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ SPANDREL_HOST_ROOT_PATH: '/tracing' });
  });
  afterAll(() => server.stop());

  const leadsTo = async (path: string): Promise<string | undefined> => {
    const response = await server.request.get(`/redirects/${path}`).expect(302);
    return response.headers['location'];
  };

  it('redirects from the name of a project to its page', async () => {
    const { id } = await aProject(server, { name: 'shop bot/東京 #1' });
    const name = encodeURIComponent('shop bot/東京 #1');
    expect(await leadsTo(`projects/${name}`)).toBe(`/tracing/projects/${gid('Project', id)}`);
  });

  it('works behind a proxy that keeps the root path', async () => {
    await server.request.get('/tracing/redirects/projects/default').expect(302);
  });

  it('redirects from the IDs of traces, spans and sessions to their pages', async () => {
    const span = await aSpan(server, { trace_id: 'trace/1?', span_id: 'span&1' });
    const project = `/tracing/projects/${gid('Project', span.project_id)}`;
    expect(await leadsTo(`traces/${encodeURIComponent('trace/1?')}`)).toBe(
      `${project}/traces/trace%2F1%3F`,
    );
    expect(await leadsTo(`spans/${encodeURIComponent('span&1')}`)).toBe(
      `${project}/spans/trace%2F1%3F?selectedSpanNodeId=${gid('Span', span.id)}`,
    );
    const session = await aSession(server, { session_id: 'chat 42' });
    expect(await leadsTo('sessions/chat%2042')).toBe(
      `/tracing/projects/${gid('Project', session.project_id)}/sessions/${gid('ProjectSession', session.id)}`,
    );
  });

  it.each([
    'projects/nope',
    'projects/%00',
    'projects/%3Cscript%3E',
    `projects/${gid('Project', 1)}`,
    'traces/nope',
    'spans/nope',
    'sessions/nope',
    'sessions/%00',
  ])('responds to %s with a 404 page', async (path) => {
    const response = await server.request.get(`/redirects/${path}`).expect(404);
    expect(response.type).toBe('text/html');
    expect(response.text).toContain('href="/tracing/"');
    expect(response.text).not.toContain('<script');
    expect(response.headers['location']).toBeUndefined();
  });
});

describe('a link opened by a user who is not signed in', () => {
  it('redirects to the sign-in page, and from there to its target', async () => {
    const server = await startSecuredServer({ SPANDREL_HOST_ROOT_PATH: '/spandrel' });
    const response = await server.request.get('/spandrel/redirects/traces/abc').redirects(0);
    expect(response.status).toBe(302);
    expect(response.headers['location']).toBe(
      '/spandrel/login?returnUrl=%2Fredirects%2Ftraces%2Fabc',
    );
    await server.stop();
  });
});

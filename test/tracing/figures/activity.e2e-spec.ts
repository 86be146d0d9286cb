import { globalId } from '../../support/global-id.js';
import { sendTraces } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const ACTIVITY = `query ($id: ID!) { node(id: $id) {
  ... on Project { streamingLastUpdatedAt } } }`;

describe('the activity of a project, which open pages poll', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    const traces = Array.from({ length: 40 }, () => ({
      project: 'busy',
      children: Array.from({ length: 50 }, () => ({})),
    }));
    await sendTraces(server.url, traces);
    // PostgreSQL then knows that all spans are in one project.
    await server.sql('ANALYZE spans');
  });
  afterAll(() => server.stop());

  it('is found without reading the spans of other projects', async () => {
    const { result, statements } = await server.countQueries(() =>
      server.gql(ACTIVITY, { id: globalId('Project', 1) }),
    );
    expect(result.data).toEqual({ node: { streamingLastUpdatedAt: null } });
    const [statement] = statements.filter((sql) => sql.includes('FROM spans'));
    const plan = await server.sql<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE) ${statement}`, [
      [1],
    ]);
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('spans_project_id on spans');
    // The few traces fit into one page, of which PostgreSQL may read all.
    expect(text.slice(text.indexOf('spans_project_id'))).not.toContain('Rows Removed');
  });
});

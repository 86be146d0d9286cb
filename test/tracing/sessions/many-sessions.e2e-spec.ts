import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

/** More than the sessions to which a condition is applied first. */
const SESSIONS = 4_500;
/** Sessions that meet the condition: some before, some after the 2,000th in either direction. */
const FAILED = [3, 700, 701, 1_998, 1_999, 2_000, 2_001, 2_499, 2_500, 2_501, 2_502, 4_400];

interface Page {
  edges: { node: { sessionId: string } }[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
}

describe('a list of thousands of sessions with a condition', () => {
  let server: TestServer;
  let project: string;

  beforeAll(async () => {
    server = await startTestServer();
    const { id } = await aProject(server);
    project = globalId('Project', id);
    // Every seventh ends when the next one begins, so that orders by start and by end differ.
    await server.sql(
      `INSERT INTO project_sessions (session_id, project_id, start_time, end_time)
       SELECT n::text, $1, start, start + CASE WHEN n % 7 = 0 THEN 90 ELSE 10 END * interval '1 s'
         FROM (SELECT n, '2026-03-01'::timestamptz + n * interval '1 min' AS start
                 FROM generate_series(0, $2 - 1) AS n) numbered ORDER BY n`,
      [id, SESSIONS],
    );
    await server.sql(
      `INSERT INTO traces (trace_id, project_id, session_id, start_time, end_time, span_count,
                           error_count)
       SELECT 'trace ' || session_id, project_id, session_id, start_time, end_time, 1,
              (session_id::int = ANY($2))::int
         FROM project_sessions WHERE project_id = $1`,
      [id, FAILED],
    );
    await server.sql('ANALYZE project_sessions, traces');
  });
  afterAll(() => server.stop());

  async function walk(args: string, first: number): Promise<number[]> {
    const ids: number[] = [];
    for (let after = ''; ;) {
      const { data } = await server.gql<{ node: { sessions: Page } }>(
        `query ($id: ID!) { node(id: $id) { ... on Project {
           sessions(first: ${first}, ${args}, sessionFilterCondition: "num_traces_with_error > 0" ${after}) {
             edges { node { sessionId } } pageInfo { endCursor hasNextPage } } } } }`,
        { id: project },
      );
      const { edges, pageInfo } = data!.node.sessions;
      ids.push(...edges.map(({ node }) => Number(node.sessionId)));
      if (!pageInfo.hasNextPage) return ids;
      after = `, after: ${JSON.stringify(pageInfo.endCursor)}`;
    }
  }

  const ends = (id: number) => id * 60 + (id % 7 === 0 ? 90 : 10);
  const byEnd = FAILED.toSorted((one, other) => ends(one) - ends(other) || one - other);

  it.each([
    ['sort: { col: startTime, dir: asc }', FAILED],
    ['sort: { col: startTime, dir: desc }', FAILED.toReversed()],
    ['sort: { col: endTime, dir: asc }', byEnd],
    ['sort: { col: endTime, dir: desc }', byEnd.toReversed()],
  ])('finds each once, sorted by %s, on pages of any length', async (sort, expected) => {
    for (const first of [1, 3, 4, 5, 50]) expect(await walk(sort, first)).toEqual(expected);
  });

  it('finds those in a range', async () => {
    const range = 'timeRange: { start: "2026-03-02T12:00:00Z", end: "2026-03-03T18:00:00Z" }';
    const expected = FAILED.filter((id) => id >= 36 * 60 && id < 66 * 60);
    expect(await walk(`sort: { col: startTime, dir: asc }, ${range}`, 2)).toEqual(expected);
  });

  it('finds none after the last of them', async () => {
    const range = 'timeRange: { start: "2026-03-04T02:00:00Z" }';
    expect(await walk(`sort: { col: startTime, dir: desc }, ${range}`, 10)).toEqual([]);
  });
});

import { aProject } from '../../support/factories/project.js';
import { markUnindexed } from '../../support/factories/unindexed.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const FIGURES = ['Total', 'Prompt', 'Completion'] as const;

interface ListedSpan {
  name: string;
  spanId: string;
  id: string;
  sum: number;
}

describe('spans by the tokens of their subtrees', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const page = async (args: string, figure: string) => {
    const { data, errors } = await server.gql<{
      node: {
        spans: {
          edges: { cursor: string; node: ListedSpan }[];
          pageInfo: { hasNextPage: boolean; endCursor: string | null };
        };
      };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { spans(${args}) {
         edges { cursor node { id name spanId sum: cumulativeTokenCount${figure} } }
         pageInfo { hasNextPage endCursor } } } } }`,
      { id: globalId('Project', projectId) },
    );
    expect(errors).toBeUndefined();
    return data!.node.spans;
  };
  const walk = async (first: number, figure: string, dir: string, more = '') => {
    const found: ListedSpan[] = [];
    let after = '';
    for (;;) {
      const sort = `sort: {col: cumulativeTokenCount${figure}, dir: ${dir}}`;
      const { edges, pageInfo } = await page(`first: ${first}, ${sort} ${more} ${after}`, figure);
      found.push(...edges.map(({ node }) => node));
      if (!pageInfo.hasNextPage) return found;
      after = `, after: "${pageInfo.endCursor}"`;
    }
  };
  const rowId = ({ id }: ListedSpan) => Number(Buffer.from(id, 'base64').toString().split(':')[1]);
  const expected = (spans: ListedSpan[], dir: string) =>
    spans.toSorted((a, b) => (a.sum - b.sum || rowId(a) - rowId(b)) * (dir === 'asc' ? 1 : -1));

  /** Creates traces with random trees, equal totals, several roots, orphans and cycles. */
  const plant = async (traces: number) => {
    ({ id: projectId } = await aProject(server));
    for (let t = 0; t < traces; t++) {
      const ids: string[] = [];
      for (let n = 0; n < 1 + ((t * 5) % 9); n++) {
        const isLlm = (t + n) % 3 === 0;
        const span = await aSpan(server, {
          project_id: projectId,
          trace_id: `${projectId}-${t}`,
          span_id: `${t}-${n}`,
          name: isLlm ? 'llm' : 'step',
          kind: isLlm ? 'LLM' : 'CHAIN',
          start_time: `2026-03-0${1 + (t % 5)}T10:00:00+00:00`,
          end_time: `2026-03-0${1 + (t % 5)}T10:01:00+00:00`,
          parent_id: n === 0 ? (t % 4 === 0 ? 'lost' : null) : (ids[(n * 7 + t) % n] ?? null),
          prompt_tokens: isLlm ? (t * n) % 6 : null,
          completion_tokens: isLlm ? (t + n) % 4 : null,
        });
        ids.push(span.span_id);
      }
    }
    await server.sql(
      `UPDATE spans SET parent_id = CASE span_id WHEN '7-0' THEN '7-1' ELSE '7-0' END
        WHERE project_id = $1 AND span_id IN ('7-0', '7-1')`,
      [projectId],
    );
  };

  it('are sorted in both directions, page by page, by the sums that they show', async () => {
    await plant(16);
    for (const figure of FIGURES) {
      const all = (await page('first: 1000', figure)).edges.map(({ node }) => node);
      expect(new Set(all.map(({ sum }) => sum)).size).toBeGreaterThan(5);
      for (const dir of ['asc', 'desc']) {
        for (const first of [3, 7, 1000]) {
          expect(await walk(first, figure, dir)).toEqual(expected(all, dir));
        }
      }
    }
  });

  it('can be filtered by kind, name and start', async () => {
    await plant(12);
    for (const more of [
      'filter: { kinds: [chain] }',
      'filter: { names: ["llm"] }',
      'timeRange: { start: "2026-03-02T00:00:00Z", end: "2026-03-04T00:00:00Z" }',
      'filter: { names: ["nothing"] }',
    ]) {
      const all = (await page(`first: 1000, ${more}`, 'Total')).edges.map(({ node }) => node);
      for (const dir of ['asc', 'desc']) {
        expect(await walk(4, 'Total', dir, more)).toEqual(expected(all, dir));
      }
    }
  });

  it('are found in more traces than are read at first', async () => {
    ({ id: projectId } = await aProject(server));
    await server.sql(
      `WITH new AS (
         INSERT INTO traces (trace_id, project_id, start_time, end_time, span_count, prompt_tokens)
         SELECT 'many-' || n, $1, now(), now(), 2, 1000 + n FROM generate_series(1, 500) n
         RETURNING trace_id, project_id, start_time, prompt_tokens)
       INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
                          status_message, start_time, end_time, prompt_tokens, attributes)
       SELECT trace_id, trace_id || part, project_id, NULL, part,
              CASE part WHEN 'big' THEN 'LLM' ELSE 'CHAIN' END, 'OK', '', start_time, start_time,
              CASE part WHEN 'big' THEN prompt_tokens END, '{}'
         FROM new CROSS JOIN (VALUES ('big'), ('none')) AS parts (part)`,
      [projectId],
    );
    await markUnindexed(server);
    const found = await walk(300, 'Total', 'desc');
    expect(found.map(({ sum }) => sum)).toEqual([
      ...Array.from({ length: 500 }, (_, n) => 1500 - n),
      ...Array.from({ length: 500 }, () => 0),
    ]);
  });

  it('refuse cursors of other orders', async () => {
    await plant(2);
    const { edges } = await page('first: 1, sort: {col: startTime, dir: asc}', 'Total');
    for (const cursor of [edges[0]!.cursor, 'nonsense', '']) {
      const { errors } = await server.gql(
        `query ($id: ID!) { node(id: $id) { ... on Project { spans(first: 1, after: "${cursor}",
           sort: {col: cumulativeTokenCountTotal, dir: asc}) { edges { cursor } } } } }`,
        { id: globalId('Project', projectId) },
      );
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });
});

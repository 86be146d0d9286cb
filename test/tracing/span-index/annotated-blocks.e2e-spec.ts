import { WRITTEN_TERMS } from '../../../src/tracing/span-index/outdated-blocks.queries.js';
import { whenIndexed } from '../../support/background-loops.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { sendSpans } from '../conditions/condition-examples.js';

/** More than the blocks whose annotations are looked up at first, and then. */
const LATER = 17_000;
const EARLIER = 1_200;

describe('spans by their annotations', () => {
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    const projectId = await sendSpans(server, 'annotated');
    id = globalId('Project', projectId);
    await whenIndexed(server);
    // Blocks without spans, so that those with annotations are far from both ends of the lists.
    await server.sql(
      `INSERT INTO span_blocks (project_id, block, min_start, max_start, max_latency_ms, max_tokens, terms, codes)
       SELECT $1, -at, start, start, 0, 0, ${WRITTEN_TERMS}, '{}'
         FROM (SELECT at, CASE WHEN at <= $2 THEN timestamptz '2025-01-01' ELSE timestamptz '2020-01-01' END
                           + at * interval '1 s' AS start
                 FROM generate_series(1, $2::integer + $3::integer) AS at) blocks`,
      [projectId, LATER, EARLIER],
    );
  });
  afterAll(() => server.stop());

  async function list(condition: string, args: string): Promise<string[]> {
    const { data } = await server.gql<{
      node: { spans: { edges: { node: { name: string } }[] } };
    }>(
      `query ($id: ID!, $condition: String) { node(id: $id) { ... on Project {
         spans(first: 2, filterCondition: $condition, ${args}) { edges { node { name } } } } } }`,
      { id, condition },
    );
    return data!.node.spans.edges.map(({ node }) => node.name);
  }

  const helpful = "annotations['helpful'].score > 0.8";
  const either = "annotations['helpful'] or annotations['toxicity'].label == 'x'";

  it.each<[string, string, string, string[]]>([
    ['newest first', helpful, 'sort: {col: startTime, dir: desc}', ['complete', 'Checkout flow']],
    ['oldest first', helpful, 'sort: {col: startTime, dir: asc}', ['Checkout flow', 'complete']],
    [
      'by another column',
      helpful,
      'sort: {col: latencyMs, dir: asc}',
      ['complete', 'Checkout flow'],
    ],
    ['of either name', either, 'sort: {col: startTime, dir: desc}', ['orphan', 'complete']],
    [
      'that began in a range',
      either,
      'sort: {col: startTime, dir: desc}, timeRange: {start: "2024-06-01T00:00:00Z"}',
      ['orphan'],
    ],
    [
      'that began before a time',
      either,
      'sort: {col: startTime, dir: desc}, timeRange: {end: "2024-06-01T00:00:00Z"}',
      ['complete', 'Checkout flow'],
    ],
    [
      'of which none has it',
      "annotations['helpful'].score > 0.99",
      'sort: {col: startTime, dir: desc}',
      [],
    ],
  ])('are listed %s', async (_, condition, args, names) => {
    expect(await list(condition, args)).toEqual(names);
  });
});

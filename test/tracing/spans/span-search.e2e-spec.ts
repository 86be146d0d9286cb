import { whenIndexed } from '../../support/background-loops.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { holds, makeSpans, type SearchedSpan, sendSearched } from './searched-spans.js';

const SPANS = makeSpans(650, 19);
/** A page that ends before the longest list does. */
const PAGE = 500;
const NEWEST = 'sort: {col: startTime, dir: desc}';

/** Searches, with the parts that they consist of. */
const SEARCHES: [search: string, parts: string[]][] = [
  ['zanzibar', ['zanzibar']],
  ['ZANZI', ['zanzi']],
  ['nziba', ['nziba']],
  ['fundieru', ['fundieru']],
  ['naivete', ['naivete']],
  ['οδυσσευς', ['οδυσσευς']],
  ['izmir', ['izmir']],
  ['STRASSE', ['strasse']],
  ['東京', ['東京']],
  ['京タ', ['京タ']],
  ['塔', ['塔']],
  ['休', ['休']],
  ['机器学习', ['机器学习']],
  ['서울', ['서울']],
  ['กรุง', ['กรุง']],
  ['🚀', ['🚀']],
  ['𝒳𝒴', ['𝒳𝒴']],
  ['%_', ['%_']],
  ['e\\n', ['e\\n']],
  ["it's", ["it's"]],
  ['2024-000173', ['2024-000173']],
  ['a9c41e7d04b', ['a9c41e7d04b']],
  ['weather zanzibar', ['weather', 'zanzibar']],
  ['zanzibar refundierung', ['zanzibar', 'refundierung']],
  ['"weather order"', ['weather order']],
  ['"about nothing about', ['about nothing about']],
  ['carefully', ['carefully']],
  ['an', ['an']],
  ['nobody-has-this', ['nobody-has-this']],
  ["'; DROP TABLE spans; --", ["';", 'DROP', 'TABLE', 'spans;', '--']],
];

/** For lists whose spans are found in the same way. */
const SOME_SEARCHES = SEARCHES.filter(([, parts], n) => parts.length > 1 || n % 4 === 0);

interface Page<Node> {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

describe('searches for spans', () => {
  let server: TestServer;
  let projectId: number;
  let foreignId: number;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = await sendSearched(server, 'searched', SPANS);
    foreignId = await sendSearched(server, 'foreign', makeSpans(60));
  });
  afterAll(() => server.stop());

  const id = () => globalId('Project', projectId);

  /** Reads all pages of a list of the project. */
  async function readAll<Node>(field: string, args: string, search: string): Promise<Node[]> {
    const found: Node[] = [];
    let after: string | null = null;
    do {
      const { edges, pageInfo }: Page<Node> = await readPage(field, args, search, after);
      found.push(...edges.map(({ node }) => node));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    return found;
  }

  async function readPage<Node>(
    field: string,
    args: string,
    search: string,
    after: string | null,
  ): Promise<Page<Node>> {
    const fields = field === 'spans' ? 'spanId' : 'traceId startTime';
    const { data, errors } = await server.gql<{ node: Record<string, Page<Node>> }>(
      `query ($id: ID!, $search: String, $after: String) { node(id: $id) { ... on Project {
         ${field}(search: $search, after: $after, ${args}) {
           edges { node { ${fields} } } pageInfo { hasNextPage endCursor } } } } }`,
      { id: id(), search, after },
    );
    expect(errors).toBeUndefined();
    return data!.node[field]!;
  }

  async function walk(search: string, args = NEWEST, first = PAGE): Promise<string[]> {
    const found = await readAll<{ spanId: string }>('spans', `first: ${first}, ${args}`, search);
    return found.map(({ spanId }) => spanId.replace('searched-', ''));
  }

  const expected = (parts: string[], isWanted: (span: SearchedSpan) => boolean = () => true) =>
    SPANS.filter((span) => isWanted(span) && holds(span, parts))
      .toSorted((a, b) => b.start - a.start || SPANS.indexOf(b) - SPANS.indexOf(a))
      .map((span) => span.id);

  describe.each(['before', 'after'])('%s the spans are indexed', (when) => {
    beforeAll(async () => {
      if (when === 'before') {
        await server.sql('DELETE FROM span_blocks');
        await server.sql(
          `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start, changed_at)
           SELECT project_id, array_agg(DISTINCT id / 32), min(start_time), max(start_time),
                  now() + interval '1 hour' FROM spans GROUP BY project_id`,
        );
      } else {
        await server.sql("UPDATE unindexed_spans SET changed_at = now() - interval '1 min'");
        await whenIndexed(server);
      }
    });

    it('use the index if there is one', async () => {
      const [row] = await server.sql<{ count: number }>('SELECT count(*) FROM span_blocks');
      expect(row!.count > 20).toBe(when === 'after');
    });

    it.each(SEARCHES)('find the same spans as a plain evaluation: %s', async (search, parts) => {
      expect(await walk(search)).toEqual(expected(parts));
    });

    it('sorts by any column', async () => {
      const wanted = expected(['zanzibar']);
      for (const col of ['startTime', 'latencyMs', 'endTime', 'cumulativeTokenCountTotal']) {
        for (const dir of ['asc', 'desc']) {
          const found = await walk('zanzibar', `sort: {col: ${col}, dir: ${dir}}`, 5);
          expect(found.toSorted()).toEqual(wanted.toSorted());
          if (col === 'endTime' && dir === 'desc') expect(found).toEqual(wanted);
        }
      }
      expect(await walk('zanzibar', 'rootSpansOnly: true', 2)).toEqual(
        wanted.toSorted((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1])),
      );
      expect(await walk('weather', NEWEST, 45)).toEqual(expected(['weather']));
    });

    it('combine with conditions, filters and ranges', async () => {
      const [from, to] = ['2026-03-01T03:00:00Z', '2026-03-01T09:00:00Z'] as const;
      const found = await walk(
        'summary',
        `${NEWEST}, timeRange: {start: "${from}", end: "${to}"}, filter: {kinds: [llm]}, filterCondition: "'tenant' in metadata.tenant and '3' in metadata.tenant"`,
      );
      const isInRange = (start: number) => start >= Date.parse(from) && start < Date.parse(to);
      const isWanted = ({ kind, start, texts }: SearchedSpan) =>
        kind === 'LLM' && isInRange(start) && texts[2]!.includes('3');
      expect(found).toEqual(expected(['summary'], isWanted));
      expect(found).not.toEqual([]);
    });

    it('find traces', async () => {
      for (const [search, parts] of SOME_SEARCHES) {
        const traces = await listTraces(search, NEWEST);
        const ids = new Set(
          SPANS.filter((span) => holds(span, parts)).map(({ trace }) => `searched-${trace}`),
        );
        expect([search, new Set(traces)]).toEqual([search, ids]);
        expect(traces).toHaveLength(ids.size);
      }
      const sorted = await listTraces('zanzibar', 'sort: {col: latencyMs, dir: asc}');
      expect(sorted.toSorted()).toEqual((await listTraces('zanzibar', NEWEST)).toSorted());
    });
  });

  async function listTraces(search: string, args: string): Promise<string[]> {
    const found = await readAll<{ traceId: string; startTime: string }>(
      'traces',
      `first: ${PAGE}, ${args}`,
      search,
    );
    const starts = found.map(({ startTime }) => startTime);
    if (args === NEWEST) expect(starts).toEqual(starts.toSorted().toReversed());
    return found.map(({ traceId }) => traceId);
  }

  it('tell where each part was found', async () => {
    const { data } = await server.gql<{
      node: {
        spans: {
          edges: {
            node: {
              searchMatches: { field: string; excerpt: string; start: number; length: number }[];
            };
          }[];
        };
      };
    }>(
      `query ($id: ID!, $search: String!) { node(id: $id) { ... on Project {
         spans(first: 50, search: $search) { edges { node {
           searchMatches(search: $search) { field excerpt start length } } } } } } }`,
      { id: id(), search: 'STRASSE nothing' },
    );
    const { edges } = data!.node.spans;
    expect(edges.length).toBeGreaterThan(1);
    const fields = new Set<string>();
    for (const { node } of edges) {
      const cut = node.searchMatches.map(({ excerpt, start, length }) =>
        excerpt.slice(start, start + length),
      );
      expect(cut.toSorted()).toEqual(['nothing', 'straße']);
      for (const match of node.searchMatches) {
        expect(match.excerpt.length).toBeLessThanOrEqual(240);
        fields.add(match.field);
      }
    }
    expect(fields).toContain('output.value');
  });

  it('tell which span of a trace matches', async () => {
    const { data } = await server.gql<{
      node: {
        traces: { edges: { node: { traceId: string; matchingSpan: { spanId: string } } }[] };
      };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         traces(first: 50, search: "zanzibar") { edges { node { traceId
           matchingSpan(search: "zanzibar") { spanId } } } } } } }`,
      { id: id() },
    );
    const found = data!.node.traces.edges.map(({ node }) => node.matchingSpan.spanId);
    expect(found.toSorted()).toEqual(
      expected(['zanzibar'])
        .map((span) => `searched-${span}`)
        .toSorted(),
    );
  });

  it('work over REST', async () => {
    const list = async (query: string) => {
      const { body } = await server.request.get(`/v1/projects/searched/spans?${query}`).expect(200);
      return (body as { data: { context: { span_id: string } }[] }).data.map((span) =>
        span.context.span_id.replace('searched-', ''),
      );
    };
    const word = encodeURIComponent('東京');
    const wanted = expected(['東京']);
    expect((await list(`search=${word}`)).toSorted()).toEqual(wanted.toSorted());
    expect(await list(`search=${word}&sort=start_time`)).toEqual(wanted);
    expect(await list(`search=${word}&sort=start_time&limit=2`)).toEqual(wanted.slice(0, 2));
    await server.request
      .get(`/v1/projects/searched/spans?search=${'x'.repeat(10_001)}`)
      .expect(422);
  });

  it('never find spans of other projects', async () => {
    const { data } = await server.gql<{
      node: { spans: { edges: { node: { spanId: string } }[] } };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         spans(first: 1000, search: "step") { edges { node { spanId } } } } } }`,
      { id: globalId('Project', foreignId) },
    );
    const found = data!.node.spans.edges.map(({ node }) => node.spanId);
    expect(found).toHaveLength(60);
    expect(found.every((span) => span.startsWith('foreign-'))).toBe(true);
  });

  it.each([
    ['a lone surrogate', '\ud800'],
    ['NUL', 'a\0b'],
    ['only quotes', '""""""'],
    ['10,000 characters', `"${'ab '.repeat(3000)}"`],
    ['a long word', 'x'.repeat(9000)],
    ['operators of full text search', "a:* & !b | <-> ('c')"],
  ])('accept %s', async (_kind, search) => {
    const found = await walk(search, NEWEST);
    expect(found.length).toBeLessThanOrEqual(SPANS.length);
    if (search.startsWith('"ab')) expect(found).toEqual([]);
  });

  it.each([
    ['x'.repeat(10_001), '10,000 characters'],
    [Array.from({ length: 101 }, (_, n) => `w${n}`).join(' '), '100 different words'],
  ])('refuse searches that are too long', async (search, part) => {
    for (const field of ['spans', 'traces']) {
      const { errors } = await server.gql(
        `query ($id: ID!, $search: String) { node(id: $id) { ... on Project {
           ${field}(first: 1, search: $search) { edges { cursor } } } } }`,
        { id: id(), search },
      );
      expect(errors?.[0]?.message).toContain(part);
      expect(errors?.[0]?.extensions?.['code']).toBe('BAD_USER_INPUT');
    }
  });

  it('list everything for a blank search', async () => {
    expect(await walk('  ', NEWEST)).toHaveLength(SPANS.length);
  });
});

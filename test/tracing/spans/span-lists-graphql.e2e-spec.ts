import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (second: number): string =>
  `2026-03-01T10:00:${String(second).padStart(2, '0')}.000001+00:00`;

interface SpanPage {
  edges: { cursor: string; node: { name: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}

describe('lists of spans over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const ask = (type: string, id: number, args: string, fields = 'name') =>
    server.gql<{ node: { spans: SpanPage } }>(
      `query ($id: ID!) { node(id: $id) { ... on ${type} { spans(${args}) {
         edges { cursor node { ${fields} } }
         pageInfo { hasNextPage hasPreviousPage endCursor } } } } }`,
      { id: globalId(type, id) },
    );
  const page = async (type: string, id: number, args: string): Promise<SpanPage> => {
    const answer = await ask(type, id, args);
    expect(answer.errors).toBeUndefined();
    return (answer.data as { node: { spans: SpanPage } }).node.spans;
  };
  const names = async (type: string, id: number, args: string): Promise<string[]> =>
    (await page(type, id, `first: 100, ${args}`)).edges.map((edge) => edge.node.name);
  const walk = async (type: string, id: number, args: string, first: number): Promise<string[]> => {
    const found: string[] = [];
    for (let after = ''; ;) {
      const { edges, pageInfo } = await page(type, id, `first: ${first}, ${args} ${after}`);
      expect(pageInfo.hasPreviousPage).toBe(after !== '');
      found.push(...edges.map((edge) => edge.node.name));
      if (!pageInfo.hasNextPage) return found;
      after = `after: "${pageInfo.endCursor}"`;
    }
  };

  /**
   * Creates a project with a root, its children, an orphan, and a second root with the same time.
   */
  const someSpans = async () => {
    const project = await aProject(server);
    const of = { project_id: project.id, end_time: at(59) };
    const root = await aSpan(server, { ...of, name: 'root', start_time: at(5) });
    const child = { ...of, trace_id: root.trace_id, parent_id: root.span_id };
    await aSpan(server, {
      ...child,
      name: 'llm',
      start_time: at(6),
      kind: 'LLM',
      prompt_tokens: 5,
      completion_tokens: 1,
    });
    await aSpan(server, {
      ...child,
      name: 'small llm',
      start_time: at(6),
      kind: 'LLM',
      prompt_tokens: 2,
      completion_tokens: 4,
    });
    await aSpan(server, { ...of, name: 'orphan', start_time: at(3), parent_id: 'lost' });
    await aSpan(server, {
      ...of,
      name: 'other root',
      start_time: at(5),
      status_code: 'ERROR',
      end_time: at(50),
    });
    return project.id;
  };

  it('finds roots with or without orphans, with every page size', async () => {
    const id = await someSpans();
    const roots = 'rootSpansOnly: true, sort: {col: startTime, dir: desc},';
    for (const first of [1, 2, 3, 10]) {
      expect(await walk('Project', id, roots, first)).toEqual(['other root', 'root', 'orphan']);
      expect(await walk('Project', id, `${roots} orphanSpanAsRootSpan: false`, first)).toEqual([
        'other root',
        'root',
      ]);
    }
    expect(await names('Project', id, 'rootSpansOnly: null, orphanSpanAsRootSpan: null')).toEqual([
      'root',
      'llm',
      'small llm',
      'orphan',
      'other root',
    ]);
  });

  it.each([
    ['asc', 'a project', ''],
    ['desc', 'a project', ''],
    ['asc', 'a time range', `timeRange: {start: "${at(2)}", end: "${at(6)}"}`],
    ['desc', 'a time range', `timeRange: {start: "${at(2)}", end: "${at(6)}"}`],
  ])('sorts roots and orphans %s, however they are mixed in %s', async (dir, _, range) => {
    const { id, name } = await aProject(server);
    // Two spans begin in each second. The first of all is a root, the last an orphan.
    const kinds = ['root', 'child', 'orphan', 'root', 'root', 'child', 'child', 'orphan'];
    const stored = [];
    for (const [index, kind] of [...kinds, ...kinds].entries()) {
      const root = stored.find((span) => span.kind === 'root')?.span;
      const second = Math.floor(index / 2);
      const span = await aSpan(server, {
        project_id: id,
        name: `${kind} ${index} of ${name}`,
        start_time: at(second),
        ...(kind === 'child' && { trace_id: root!.trace_id, parent_id: root!.span_id }),
        ...(kind === 'orphan' && { parent_id: 'lost' }),
      });
      stored.push({ kind, second, span });
    }
    const expected = stored
      .filter(({ kind, second }) => kind !== 'child' && (!range || (second >= 2 && second < 6)))
      .map(({ span }) => span.name);
    if (dir === 'desc') expected.reverse();
    const args = `rootSpansOnly: true, sort: {col: startTime, dir: ${dir}}, ${range}`;
    for (const first of [1, 2, 3, 4, 5, 100]) {
      expect(await walk('Project', id, args, first)).toEqual(expected);
    }
  });

  it('counts a child as an orphan only while its parent is not stored', async () => {
    const { id: projectId } = await aProject(server);
    const { trace_id } = await aTrace(server, { project_id: projectId });
    await aSpan(server, { trace_id, name: 'child', parent_id: 'p' });
    await aSpan(server, { span_id: 'p', name: 'p of another trace' });
    expect(await names('Project', projectId, 'rootSpansOnly: true')).toEqual(['child']);
    await aSpan(server, { trace_id, span_id: 'p', name: 'parent' });
    expect(await names('Project', projectId, 'rootSpansOnly: true')).toEqual(['parent']);
  });

  it.each([
    ['startTime', 'asc', ['orphan', 'root', 'other root', 'llm', 'small llm']],
    ['startTime', 'desc', ['small llm', 'llm', 'other root', 'root', 'orphan']],
    ['endTime', 'asc', ['other root', 'root', 'llm', 'small llm', 'orphan']],
    ['latencyMs', 'desc', ['orphan', 'root', 'small llm', 'llm', 'other root']],
    ['tokenCountTotal', 'desc', ['small llm', 'llm', 'other root', 'orphan', 'root']],
    ['tokenCountPrompt', 'asc', ['small llm', 'llm', 'root', 'orphan', 'other root']],
    ['tokenCountCompletion', 'asc', ['llm', 'small llm', 'root', 'orphan', 'other root']],
  ])('sorts by %s %s, with spans without a value last', async (col, dir, expected) => {
    const id = await someSpans();
    for (const first of [1, 2, 10]) {
      expect(await walk('Project', id, `sort: {col: ${col}, dir: ${dir}}`, first)).toEqual(
        expected,
      );
    }
  });

  it('sorts roots by their cumulative tokens', async () => {
    const id = await someSpans();
    const sort = 'sort: {col: cumulativeTokenCountTotal, dir: desc}';
    expect(await walk('Project', id, `rootSpansOnly: true, ${sort}`, 1)).toEqual([
      'root',
      'other root',
      'orphan',
    ]);
  });

  it('filters by kind, status, name and start', async () => {
    const id = await someSpans();
    expect(await names('Project', id, 'filter: {kinds: [llm]}')).toEqual(['llm', 'small llm']);
    expect(
      await names('Project', id, 'filter: {kinds: [llm, chain], names: ["llm", "root"]}'),
    ).toEqual(['root', 'llm']);
    expect(await names('Project', id, 'filter: {statusCodes: [ERROR, OK]}')).toEqual([
      'other root',
    ]);
    expect(await names('Project', id, 'filter: {kinds: [], names: null}')).toHaveLength(5);
    expect(await names('Project', id, 'filter: {names: ["nul\\u0000"]}')).toEqual([]);
    expect(await names('Project', id, `timeRange: {start: "${at(6)}"}`)).toEqual([
      'llm',
      'small llm',
    ]);
    expect(await names('Project', id, `timeRange: {end: "${at(5)}"}`)).toEqual(['orphan']);
  });

  it('lists the spans of a trace, newest stored first', async () => {
    const { id, trace_id } = await aTrace(server);
    const root = await aSpan(server, { trace_id, name: 'root' });
    await aSpan(server, { trace_id, name: 'child', parent_id: root.span_id });
    await aSpan(server, { trace_id, name: 'orphan', parent_id: 'lost' });
    expect(await walk('Trace', id, '', 2)).toEqual(['orphan', 'child', 'root']);
    expect(await names('Trace', id, 'rootSpansOnly: true')).toEqual(['orphan', 'root']);
    expect(await names('Trace', id, 'rootSpansOnly: true, orphanSpanAsRootSpan: false')).toEqual([
      'root',
    ]);
  });

  it('never read payloads or events, and need no more queries for more spans', async () => {
    const count = async (spans: number): Promise<string[]> => {
      const { id, trace_id } = await aTrace(server);
      const rows: SpanRow[] = [];
      for (let index = 0; index < spans; index++) rows.push(await aSpan(server, { trace_id }));
      const { result, statements } = await server.countQueries(() =>
        ask(
          'Trace',
          id,
          'first: 100',
          `name input { truncatedValue } tokenCountTotal numChildSpans propagatedStatusCode
           cumulativeTokenCountTotal project { name } trace { traceId rootSpan { name } }
           descendants { edges { node { name } } }`,
        ),
      );
      expect(result.errors).toBeUndefined();
      return statements;
    };
    const [few, many] = [await count(1), await count(30)];
    expect(many).toHaveLength(few.length);
    expect(many.join()).not.toMatch(/payload|events|attributes/);
    expect(many.filter((text) => text.includes('prompt_tokens AS'))).not.toHaveLength(0);
  });
});

import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (second: number): { start_time: string; end_time: string } => ({
  start_time: `2026-03-01T10:00:${String(second).padStart(2, '0')}.000000+00:00`,
  end_time: `2026-03-01T10:00:${String(second + 1).padStart(2, '0')}.000000+00:00`,
});

const TRACE = 'a1'.repeat(16);
const OTHER = 'b2'.repeat(16);
const EMPTY = 'c3'.repeat(16);

interface Page {
  edges: { node: { name: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

describe('finding spans in a trace over GraphQL', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = (await aProject(server, {})).id;
    const add = (name: string, second: number, given: Partial<SpanRow> = {}) =>
      aSpan(server, {
        trace_id: TRACE,
        project_id: projectId,
        span_id: name,
        name,
        ...at(second),
        ...given,
      });
    // Stored in another order than they began.
    await add('late', 8, { parent_id: 'middle', status_code: 'ERROR', kind: 'TOOL' });
    await add('root', 0, { kind: 'AGENT' });
    await add('leaf', 6, { parent_id: 'middle', kind: 'LLM' });
    await add('early', 2, { parent_id: 'root', status_code: 'ERROR', kind: 'TOOL' });
    await add('middle', 4, { parent_id: 'root' });
    await add('same time', 4, { parent_id: 'root' });
    await add('orphan', 9, { parent_id: 'gone' });
    await add('loop 1', 10, { parent_id: 'loop 2' });
    await add('loop 2', 11, { parent_id: 'loop 1' });
    await aSpan(server, { trace_id: OTHER, project_id: projectId, span_id: 'leaf', name: 'x' });
    await aTrace(server, { trace_id: EMPTY, project_id: projectId });
  });
  afterAll(() => server.stop());

  const read = (fields: string, traceId = TRACE) =>
    server.gql<{ trace: unknown }>(
      `query ($trace: String!) { trace: getTraceByOtelId(traceId: $trace) { ${fields} } }`,
      { trace: traceId },
    );
  const data = async <T>(fields: string, traceId?: string): Promise<T> => {
    const answer = await read(fields, traceId);
    expect(answer.errors).toBeUndefined();
    return answer.data!.trace as T;
  };
  const refusal = async (fields: string) => (await read(fields)).errors?.[0]?.extensions.code;
  const list = async (args: string) => {
    const { spans } = await data<{ spans: Page }>(
      `spans(${args}) { edges { node { name } } pageInfo { hasNextPage endCursor } }`,
    );
    return { names: spans.edges.map(({ node }) => node.name), ...spans.pageInfo };
  };
  const byStart = 'sort: { col: startTime, dir: asc }';

  describe('lists', () => {
    it('sorts by start, and by row ID within one time', async () => {
      const all = ['root', 'early', 'middle', 'same time', 'leaf', 'late', 'orphan'];
      const { names } = await list(`first: 100, ${byStart}`);
      expect(names).toEqual([...all, 'loop 1', 'loop 2']);
      const backward = await list('first: 100, sort: { col: startTime, dir: desc }');
      expect(backward.names).toEqual(names.toReversed());
    });

    it('still lists the newest stored first without a sort', async () => {
      expect((await list('first: 2')).names).toEqual(['loop 2', 'loop 1']);
    });

    it('continues between two spans of the same time, in both directions', async () => {
      const first = await list(`first: 3, ${byStart}`);
      expect(first).toMatchObject({ names: ['root', 'early', 'middle'], hasNextPage: true });
      const after = `after: "${first.endCursor}"`;
      const next = await list(`first: 2, ${after}, ${byStart}`);
      expect(next.names).toEqual(['same time', 'leaf']);
      const before = await list(`first: 9, ${after}, sort: { col: startTime, dir: desc }`);
      expect(before.names).toEqual(['early', 'root']);
    });

    it.each([
      ['filter: { statusCodes: [ERROR] }', ['early', 'late']],
      ['filter: { kinds: [tool, llm] }', ['early', 'leaf', 'late']],
      ['filter: { names: ["leaf", "root"] }', ['root', 'leaf']],
      ['rootSpansOnly: true', ['root', 'orphan']],
      [
        `timeRange: { start: "${at(4).start_time}", end: "${at(8).start_time}" }`,
        ['middle', 'same time', 'leaf'],
      ],
      [`filterCondition: "'LEA' in name or span_id == 'root'"`, ['root', 'leaf']],
      [`filter: { kinds: [tool] }, filterCondition: "'a' in name and not 'y' in name"`, ['late']],
    ])('filters by %s', async (args, names) => {
      expect((await list(`first: 100, ${byStart}, ${args}`)).names).toEqual(names);
    });

    it.each([
      ['sort: { col: cumulativeTokenCountTotal, dir: asc }'],
      ['sort: { col: tokenCostTotal, dir: asc }'],
      ['sort: { evalResultKey: { name: "q", attr: score }, dir: asc }'],
      ['sort: { dir: asc }'],
      [`${byStart}, after: "MQ=="`],
      [`${byStart}, after: "MTpEQVRFVElNRTpub3cn"`],
      ['sort: { col: latencyMs, dir: asc }, after: "MTpEQVRFVElNRToyMDI2"'],
    ])('refuses %s', async (args) => {
      expect(await refusal(`spans(first: 1, ${args}) { edges { cursor } }`)).toBe('BAD_USER_INPUT');
    });

    it('needs one query for the spans of many traces', async () => {
      const { statements } = await server.countQueries(() =>
        server.gql(
          `query ($id: ID!) { node(id: $id) { ... on Project { traces(first: 10) { edges { node {
             spans(first: 5, ${byStart}, filter: { statusCodes: [ERROR] }) {
               edges { node { name } } }
             spanMatches(filter: { statusCodes: [ERROR] }) { count next { name } }
             ancestors(spanIds: ["leaf"]) { name }
             spanCountsByTime(bins: 3) { spanCount } } } } } } }`,
          { id: globalId('Project', projectId) },
        ),
      );
      // One for each field, and one for the spans of all matches.
      expect(statements.filter((sql) => /\bspans [a-z]\b/.test(sql))).toHaveLength(5);
    });
  });

  describe('matches', () => {
    interface Matches {
      count: number;
      position: number | null;
      previous: { name: string } | null;
      next: { name: string } | null;
    }
    const matches = async (args: string) => {
      const { spanMatches } = await data<{ spanMatches: Matches }>(
        `spanMatches(${args}) { count position previous { name } next { name } }`,
      );
      const { count, position, previous, next } = spanMatches;
      return [count, position, previous?.name, next?.name];
    };
    const failed = 'filter: { statusCodes: [ERROR] }';

    it.each([
      ['spanId: "early"', [2, 1, 'late', 'late']],
      ['spanId: "middle"', [2, null, 'early', 'late']],
      ['spanId: "orphan"', [2, null, 'late', 'early']],
      ['spanId: "nowhere"', [2, null, 'late', 'early']],
      ['spanId: "no\\u0000where"', [2, null, 'late', 'early']],
    ])('leads from the span %s to the nearest failed ones, and wraps around', async (id, found) => {
      expect(await matches(`${id}, ${failed}`)).toEqual(found);
    });

    it('starts at the first and the last without a span', async () => {
      expect(await matches(failed)).toEqual([2, null, 'late', 'early']);
    });

    it('goes through spans of the same time one by one', async () => {
      const condition = `filterCondition: "'m' in name"`;
      expect(await matches(`spanId: "middle", ${condition}`)).toEqual([
        2,
        1,
        'same time',
        'same time',
      ]);
      expect(await matches(`spanId: "same time", ${condition}`)).toEqual([
        2,
        2,
        'middle',
        'middle',
      ]);
    });

    it('finds nothing if nothing matches', async () => {
      expect(await matches('filter: { kinds: [reranker] }')).toEqual([
        0,
        null,
        undefined,
        undefined,
      ]);
    });

    it('explains a mistake in a condition', async () => {
      const { errors } = await read(`spanMatches(filterCondition: "name ==") { count }`);
      expect(errors![0]!.message).toContain('at character 8');
    });
  });

  describe('ancestors', () => {
    const readAbove = async (spanIds: string[], traceId?: string): Promise<string[]> => {
      const { ancestors } = await data<{ ancestors: { name: string }[] }>(
        `ancestors(spanIds: ${JSON.stringify(spanIds)}) { name }`,
        traceId,
      );
      return ancestors.map(({ name }) => name).toSorted();
    };
    const above = (...spanIds: string[]) => readAbove(spanIds);

    it('are all spans above, each once and without the given ones', async () => {
      expect(await above('leaf')).toEqual(['middle', 'root']);
      expect(await above('leaf', 'late', 'early')).toEqual(['middle', 'root']);
      expect(await above('leaf', 'middle')).toEqual(['root']);
    });

    it('end at roots, missing parents and cycles', async () => {
      expect(await above('root', 'orphan')).toEqual([]);
      expect(await above('loop 1')).toEqual(['loop 2']);
    });

    it('are not found for spans that the trace does not have', async () => {
      const foreign = await aSpan(server, { parent_id: null, span_id: 'foreign parent' });
      await aSpan(server, {
        trace_id: foreign.trace_id,
        span_id: 'foreign',
        parent_id: 'foreign parent',
      });
      expect(await above('foreign', 'no\0where', '', globalId('Span', 1))).toEqual([]);
    });

    it('are limited for a very deep span', async () => {
      const deep = 'd4'.repeat(16);
      await aTrace(server, { trace_id: deep, project_id: projectId });
      await server.sql(
        `INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
           status_message, start_time, end_time, attributes)
         SELECT $1, n::text, $2, (n - 1)::text, n::text, 'CHAIN', 'OK', '', now(), now(), '{}'
           FROM generate_series(0, 1100) n`,
        [deep, projectId],
      );
      const names = (await readAbove(['1100'], deep)).map(Number);
      expect(names).toHaveLength(1000);
      expect(Math.min(...names)).toBe(100);
    });

    it('refuses too many IDs', async () => {
      const ids = JSON.stringify(Array.from({ length: 1001 }, (_, place) => String(place)));
      expect(await refusal(`ancestors(spanIds: ${ids}) { name }`)).toBe('BAD_USER_INPUT');
    });
  });

  describe('counts by time', () => {
    it('puts every span in the part in which it began', async () => {
      const { spanCountsByTime } = await data<{ spanCountsByTime: unknown }>(
        'spanCountsByTime(bins: 3) { spanCount errorCount }',
      );
      expect(spanCountsByTime).toEqual([
        { spanCount: 2, errorCount: 1 },
        { spanCount: 3, errorCount: 0 },
        { spanCount: 4, errorCount: 1 },
      ]);
    });

    it('handles a trace of one instant', async () => {
      const instant = 'e5'.repeat(16);
      const { start_time } = at(1);
      await aTrace(server, { trace_id: instant, start_time, end_time: start_time });
      await aSpan(server, { trace_id: instant, start_time, end_time: start_time });
      const fields = 'spanCountsByTime(bins: 2) { spanCount errorCount }';
      const { spanCountsByTime } = await data<{ spanCountsByTime: unknown }>(fields, instant);
      expect(spanCountsByTime).toEqual([
        { spanCount: 1, errorCount: 0 },
        { spanCount: 0, errorCount: 0 },
      ]);
    });

    it.each([0, -1, 1001])('refuses %i bins', async (bins) => {
      const fields = `spanCountsByTime(bins: ${bins}) { spanCount }`;
      expect(await refusal(fields)).toBe('BAD_USER_INPUT');
    });
  });
});

import {
  aSessionAnnotation,
  aSpanAnnotation,
  aTraceAnnotation,
} from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}Z`;

describe('filtered lists sorted by an annotation', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('fill their pages with the spans that match', async () => {
    const { id } = await aProject(server);
    for (const index of Array.from({ length: 12 }).keys()) {
      const span = await aSpan(server, {
        project_id: id,
        name: index % 3 === 0 ? 'wanted' : 'other',
        start_time: at(index),
        end_time: at(index + 20),
        kind: 'LLM',
      });
      await aSpanAnnotation(server, span, { score: index });
    }
    const scores = async (args: string) => {
      const { data, errors } = await server.gql<Scores>(
        `query ($id: ID!) { node(id: $id) { ... on Project { spans(${args},
           sort: { evalResultKey: { name: "quality", attr: score }, dir: desc }) {
             edges { node { spanAnnotations { score } } } pageInfo { hasNextPage } } } } }`,
        { id: globalId('Project', id) },
      );
      expect(errors).toBeUndefined();
      const { edges, pageInfo } = data!.node.spans;
      return [edges.map(({ node }) => node.spanAnnotations[0]?.score), pageInfo.hasNextPage];
    };
    const named = 'filter: { names: ["wanted"] }';
    const range = `timeRange: { start: "${at(2)}", end: "${at(6)}" }`;
    expect(await scores(`first: 3, ${named}`)).toEqual([[9, 6, 3], true]);
    expect(await scores(`first: 3, ${range}`)).toEqual([[5, 4, 3], true]);
    expect(await scores(`first: 4, ${range}`)).toEqual([[5, 4, 3, 2], false]);
    expect(await scores(`first: 9, ${range}, ${named}`)).toEqual([[3], false]);
    expect(await scores(`first: 2, rootSpansOnly: true, ${range}`)).toEqual([[5, 4], true]);
    expect(await scores(`first: 2, filter: { kinds: [], statusCodes: null }`)).toEqual([
      [11, 10],
      true,
    ]);
    expect(await scores(`first: 2, filter: { kinds: [tool] }`)).toEqual([[], false]);
  });

  it('show only traces and sessions of the range', async () => {
    const { id } = await aProject(server);
    for (const second of [10, 20, 30]) {
      const times = { project_id: id, start_time: at(second), end_time: at(second + 5) };
      await aTraceAnnotation(server, await aTrace(server, times), { score: second });
      await aSessionAnnotation(server, await aSession(server, times), { score: second });
    }
    const list = (field: string, args: string) =>
      `${field}(first: 9, timeRange: { start: "${at(12)}", end: "${at(30)}" },
         sort: { annoResultKey: { name: "quality", attr: score }, dir: desc } ${args})`;
    const { data } = await server.gql<{ node: Record<string, { edges: object[] }> }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         ${list('traces', '')} { edges { node { startTime } } }
         failed: ${list('traces', 'filter: { status: ERROR }')} { edges { node { startTime } } }
         ${list('sessions', '')} { edges { node { startTime } } } } } }`,
      { id: globalId('Project', id) },
    );
    const started = (second: number) => ({
      node: { startTime: expect.stringContaining(`:${second}`) },
    });
    expect(data!.node['traces']!.edges).toEqual([started(20)]);
    expect(data!.node['failed']!.edges).toEqual([]);
    expect(data!.node['sessions']!.edges).toEqual([started(20), started(10)]);
  });

  it('read sessions of several projects at once', async () => {
    const ids: string[] = [];
    for (const score of [1, 2]) {
      const { id } = await aProject(server);
      const session = await aSession(server, { project_id: id });
      await aSessionAnnotation(server, session, { score });
      ids.push(globalId('Project', id));
    }
    const page = (alias: string, id: string) =>
      `${alias}: node(id: "${id}") { ... on Project { sessions(first: 5,
         sort: { annoResultKey: { name: "quality", attr: score }, dir: asc }) {
           edges { node { sessionAnnotations { score } } } } } }`;
    const { data, errors } = await server.gql(`{ ${page('a', ids[0]!)} ${page('b', ids[1]!)} }`);
    expect(errors).toBeUndefined();
    const only = (score: number) => ({
      sessions: { edges: [{ node: { sessionAnnotations: [{ score }] } }] },
    });
    expect(data).toEqual({ a: only(1), b: only(2) });
  });
});

interface Scores {
  node: {
    spans: {
      edges: { node: { spanAnnotations: { score: number }[] } }[];
      pageInfo: { hasNextPage: boolean };
    };
  };
}

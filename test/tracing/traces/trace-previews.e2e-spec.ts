import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { aTrace, type TraceRow } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}+00:00`;

interface Previews {
  node: {
    traces: {
      edges: {
        node: {
          inputPreview: { truncatedValue: string } | null;
          outputPreview: { truncatedValue: string } | null;
        };
      }[];
    };
  };
}

describe('the input and output of a trace in a list', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const read = async (projectId: number) => {
    const answer = await server.gql<Previews>(
      `query ($id: ID!) { node(id: $id) { ... on Project { traces(first: 100) { edges { node {
         inputPreview { truncatedValue } outputPreview { truncatedValue } } } } } } }`,
      { id: globalId('Project', projectId) },
    );
    return answer.data!.node.traces.edges.map(({ node }) => [
      node.inputPreview?.truncatedValue,
      node.outputPreview?.truncatedValue,
    ]);
  };
  /** A trace whose root has these columns, and below it two calls and a step. */
  const aRequest = async (root: Partial<SpanRow> = {}, trace: Partial<TraceRow> = {}) => {
    const { trace_id, project_id } = await aTrace(server, trace);
    const { span_id } = await aSpan(server, { trace_id, name: 'POST /chat', ...root });
    const below = (second: number, end: number, columns: Partial<SpanRow>) =>
      aSpan(server, {
        trace_id,
        parent_id: span_id,
        start_time: at(second),
        end_time: at(end),
        ...columns,
      });
    await below(5, 9, { input_preview: 'Second?', output_preview: 'Last.' });
    await below(1, 2, { input_preview: 'First?', output_preview: 'Not yet.' });
    await below(0, 10, {});
    return project_id;
  };

  it.each([
    ['nothing', {}, ['First?', 'Last.']],
    ['an input', { input_preview: 'Asked?' }, ['Asked?', 'Last.']],
    ['both', { input_preview: 'Asked?', output_preview: 'Done.' }, ['Asked?', 'Done.']],
  ])('is what its spans say if the root says %s', async (_, root, expected) => {
    expect(await read(await aRequest(root))).toEqual([expected]);
  });

  it('is unknown if no span says anything, or too many would have to be looked at', async () => {
    const { project_id, trace_id } = await aSpan(server);
    expect(await read(project_id)).toEqual([[undefined, undefined]]);
    await server.sql(`UPDATE traces SET span_count = 1001 WHERE trace_id = $1`, [trace_id]);
    await aSpan(server, { trace_id, input_preview: 'Asked?' });
    expect(await read(project_id)).toEqual([[undefined, undefined]]);
  });

  it('takes one query for each side, however many traces are listed', async () => {
    const count = async (traces: number) => {
      const { id } = await aProject(server);
      for (let made = 0; made < traces; made++) await aRequest({}, { project_id: id });
      const { statements } = await server.countQueries(() => read(id));
      return statements.length;
    };
    expect(await count(10)).toBe(await count(1));
  });
});

import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

interface Page<Node> {
  edges: { node: Node }[];
}

describe('the first input and the last output of sessions', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    projectId = (await aProject(server, { name: 'app' })).id;
  });
  afterAll(() => server.stop());

  const session = async (sessionId: string, fields: string) => {
    const { data, errors } = await server.gql<{ session: Record<string, unknown> | null }>(
      `query ($id: String!) { session: getProjectSessionById(sessionId: $id) { ${fields} } }`,
      { id: sessionId },
    );
    expect(errors).toBeUndefined();
    return data!.session;
  };

  const root = (trace_id: string, minute: number, more: object) => {
    const times = { start_time: at(minute), end_time: at(minute + 1) };
    return aSpan(server, {
      project_id: projectId,
      session_id: 'chat',
      trace_id,
      ...times,
      ...more,
    });
  };

  it('are shown without or with those in messages', async () => {
    const llm = { kind: 'LLM', input_preview: 'Hi', output_preview: 'Hello' };
    await root('t1', 1, llm);
    await root('t2', 2, { ...llm, attributes: { 'input.value': 'Hi', 'output.value': 'Hello' } });
    await root('t3', 3, { ...llm, input_preview: 'Bye', output_preview: 'Goodbye' });
    expect(
      await session(
        'chat',
        `firstInput { value } lastOutput { value }
         firstInputPreview { truncatedValue } lastOutputPreview { truncatedValue mimeType }`,
      ),
    ).toEqual({
      firstInput: { value: 'Hi' },
      lastOutput: { value: 'Hello' },
      firstInputPreview: { truncatedValue: 'Hi' },
      lastOutputPreview: { truncatedValue: 'Goodbye', mimeType: 'text' },
    });
    await server.sql("UPDATE spans SET attributes = '{}'");
    expect(await session('chat', 'firstInput { value } lastOutput { value }')).toEqual({
      firstInput: null,
      lastOutput: null,
    });
  });

  it('are found in long conversations', async () => {
    const silent = { input_preview: null, output_preview: null };
    for (let minute = 1; minute <= 6; minute++) await root(`a${minute}`, minute, silent);
    await root('input', 7, { ...silent, input_preview: 'Hi' });
    await root('output', 8, { ...silent, output_preview: 'Hello' });
    for (let minute = 9; minute <= 14; minute++) await root(`b${minute}`, minute, silent);
    expect(
      await session('chat', 'firstInput { truncatedValue } lastOutput { truncatedValue }'),
    ).toEqual({ firstInput: { truncatedValue: 'Hi' }, lastOutput: { truncatedValue: 'Hello' } });
  });

  it('are shown for each session of a page', async () => {
    const silent = { input_preview: null, output_preview: null };
    const talk = (session_id: string) => (id: string, minute: number, values: object) =>
      root(`${session_id} ${id}`, minute, { session_id, ...silent, ...values });
    const both = { input_preview: 'in', output_preview: 'out' };
    await talk('near')('a', 1, { ...both, input_preview: 'near' });
    const third = talk('third');
    await third('a', 1, {});
    await third('b', 2, {});
    await third('c', 3, { ...both, input_preview: 'third' });
    const far = talk('far');
    for (let minute = 1; minute <= 6; minute++) await far(`a${minute}`, minute, {});
    await far('b', 7, { ...both, input_preview: 'far' });
    await talk('silent')('a', 1, {});
    await aSession(server, { session_id: 'empty', project_id: projectId });
    const { data } = await server.gql<{ node: { sessions: Page<Record<string, unknown>> } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { sessions(first: 10) { edges { node {
         sessionId firstInputPreview { truncatedValue } lastOutputPreview { truncatedValue }
       } } } } } }`,
      { id: globalId('Project', projectId) },
    );
    const shown = data!.node.sessions.edges.map(({ node }) => node);
    const text = (truncatedValue: string) => ({ truncatedValue });
    expect(new Map(shown.map(({ sessionId, ...ends }) => [sessionId, ends]))).toEqual(
      new Map<string, unknown>([
        ['near', { firstInputPreview: text('near'), lastOutputPreview: text('out') }],
        ['third', { firstInputPreview: text('third'), lastOutputPreview: text('out') }],
        ['far', { firstInputPreview: text('far'), lastOutputPreview: text('out') }],
        ['silent', { firstInputPreview: null, lastOutputPreview: null }],
        ['empty', { firstInputPreview: null, lastOutputPreview: null }],
      ]),
    );
  });

  it('are those of other spans if no root says anything, but never those of tools', async () => {
    const silent = { input_preview: null, output_preview: null };
    const child = (trace_id: string, minute: number, more: object) =>
      root(trace_id, minute, { parent_id: 'cccccccccccccccc', ...silent, ...more });
    await root('a', 1, silent);
    await child('a', 2, { kind: 'LLM', input_preview: 'Hi', output_preview: 'Hello' });
    await root('b', 3, silent);
    await child('b', 4, { kind: 'TOOL', input_preview: 'ls', output_preview: 'a file' });
    await child('b', 5, { kind: 'DECISION', input_preview: '?', output_preview: 'accept' });
    const previews = 'firstInputPreview { truncatedValue } lastOutputPreview { truncatedValue }';
    expect(await session('chat', previews)).toEqual({
      firstInputPreview: { truncatedValue: 'Hi' },
      lastOutputPreview: { truncatedValue: 'Hello' },
    });
    await server.sql('UPDATE traces SET span_count = 1001');
    expect(await session('chat', previews)).toEqual({
      firstInputPreview: null,
      lastOutputPreview: null,
    });
  });

  it('are the earliest and the latest of a trace with several roots', async () => {
    await root('t', 1, { input_preview: null, output_preview: 'first' });
    await root('t', 2, { input_preview: 'second', output_preview: 'second' });
    await root('t', 2, { input_preview: 'third', output_preview: 'third' });
    await root('t', 3, { input_preview: 'fourth', output_preview: null });
    expect(
      await session(
        'chat',
        'firstInputPreview { truncatedValue } lastOutputPreview { truncatedValue }',
      ),
    ).toEqual({
      firstInputPreview: { truncatedValue: 'second' },
      lastOutputPreview: { truncatedValue: 'third' },
    });
  });
});

import {
  aSessionAnnotation,
  aSpanAnnotation,
  aTraceAnnotation,
} from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace, type TraceRow } from '../../support/factories/trace.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('summaries of the annotations of filtered spans', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    const { id } = await aProject(server, { name: 'app' });
    for (const [kind, score] of [
      ['LLM', 1],
      ['LLM', 0.5],
      ['TOOL', 0],
    ] as const) {
      const span = await aSpan(server, { project_id: id, kind });
      await aSpanAnnotation(server, span, { score });
      await aSpanAnnotation(server, span, { identifier: 'again', score });
    }
  });
  afterAll(() => server.stop());

  const read = (condition: string) =>
    server.gql<{ project: { one: { meanScore: number; count: number } | null } }>(
      `query ($condition: String) { project: getProjectByName(name: "app") {
         one: spanAnnotationSummary(annotationName: "quality", filterCondition: $condition) { meanScore count }
         spanAnnotationSummaries(filterCondition: $condition) { name meanScore count } } }`,
      { condition },
    );

  it.each([
    ["span_kind == 'LLM'", 0.75, 4],
    ["span_kind == 'LLM' and annotations['quality'].score > 0.7", 1, 2],
    ['cumulative_token_count.total == 0', 0.5, 6],
    ['', 0.5, 6],
  ])('select spans by %j', async (condition, meanScore, count) => {
    const { data, errors } = await read(condition);
    expect(errors).toBeUndefined();
    const summary = { meanScore, count };
    expect(data!.project).toEqual({
      one: summary,
      spanAnnotationSummaries: [{ name: 'quality', ...summary }],
    });
  });

  it('are null if no span matches', async () => {
    const { data } = await read("name == 'none'");
    expect(data!.project.one).toBeNull();
  });

  it('refuse what is not a condition', async () => {
    const { errors } = await read('span_kind ==');
    expect(errors?.map(({ extensions }) => extensions.code)).toContain('BAD_REQUEST');
  });

  describe('of traces', () => {
    const readTraces = (condition: string) =>
      server.gql<{ project: Record<string, unknown> }>(
        `query ($condition: String) { project: getProjectByName(name: "app") {
           one: traceAnnotationSummary(annotationName: "overall", filterCondition: $condition) { meanScore count }
           all: traceAnnotationSummaries(filterCondition: $condition) { name meanScore count } } }`,
        { condition },
      );

    beforeAll(async () => {
      const traces = await server.sql<TraceRow>('SELECT * FROM traces ORDER BY id');
      for (const [at, trace] of traces.entries()) {
        await aTraceAnnotation(server, trace, { name: 'overall', score: at });
      }
      const { project_id, trace_id } = traces[0]!;
      await aSpan(server, { project_id, trace_id, kind: 'TOOL' });
    });

    it.each([
      ["span_kind == 'LLM'", 0.5, 2],
      ["span_kind == 'TOOL'", 1, 2],
      ['cumulative_token_count.total == 0', 1, 3],
    ])('select those with a span that meets %j', async (condition, meanScore, count) => {
      const { data, errors } = await readTraces(condition);
      expect(errors).toBeUndefined();
      const summary = { meanScore, count };
      expect(data!.project).toEqual({ one: summary, all: [{ name: 'overall', ...summary }] });
    });
  });

  describe('of sessions', () => {
    beforeAll(async () => {
      const { id: project_id } = await aProject(server, { name: 'chats' });
      for (const [name, score] of [
        ['apple pie', 1],
        ['plum cake', 0],
      ] as const) {
        const session = await aSession(server, { project_id });
        const { trace_id } = await aTrace(server, { project_id, session_id: session.session_id });
        await aSpan(server, { project_id, trace_id, name });
        await aSessionAnnotation(server, session, { name: 'mood', score });
      }
    });

    it.each(['SPANS', 'TRACES', 'SESSIONS'])(
      'select those that a search for %s finds',
      async (rows) => {
        const { data, errors } = await server.gql<{ project: Record<string, unknown> }>(
          `query ($rows: SearchedRows) { project: getProjectByName(name: "chats") {
           one: sessionAnnotationSummary(annotationName: "mood", search: "apple", searchedRows: $rows) { meanScore count }
           all: sessionAnnotationSummaries(search: "apple", searchedRows: $rows) { name meanScore count } } }`,
          { rows },
        );
        expect(errors).toBeUndefined();
        const summary = { meanScore: 1, count: 1 };
        expect(data!.project).toEqual({ one: summary, all: [{ name: 'mood', ...summary }] });
      },
    );
  });
});

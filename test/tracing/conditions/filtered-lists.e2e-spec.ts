import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { type ModelTrace, sendSessions, SESSIONS, TRACES } from './judged-sessions.js';

const isFailed = ({ spans }: ModelTrace) => spans.some(({ status }) => status === 'ERROR');
const latency = ({ spans }: ModelTrace) =>
  Math.max(...spans.map((span) => span.offset + span.latency));

interface Answer<T> {
  node: T | undefined;
  messages: string[] | undefined;
}

describe('lists of traces and sessions with a condition', () => {
  let server: TestServer;
  let project: string;

  beforeAll(async () => {
    server = await startTestServer();
    project = globalId('Project', await sendSessions(server, 'filtered-lists'));
  });
  afterAll(() => server.stop());

  const get = (list: 'traces' | 'sessions', query: Record<string, unknown>) =>
    server.request.get(`/v1/projects/filtered-lists/${list}`).query(query);

  async function walk(list: 'traces' | 'sessions', query: Record<string, unknown>) {
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: { data: Record<string, string>[]; next_cursor: string | null } } =
        await get(list, { ...query, limit: 3, cursor }).expect(200);
      ids.push(...body.data.map((row) => row[`${list.slice(0, -1)}_id`]!));
      cursor = body.next_cursor;
    }
    return ids;
  }

  async function ask<T>(fields: string): Promise<Answer<T>> {
    const { data, errors } = await server.gql<{ node: T }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { ${fields} } } }`,
      { id: project },
    );
    return { node: data?.node, messages: errors?.map(({ message }) => message) };
  }

  it('selects traces over REST, page by page and together with other filters', async () => {
    const slow = TRACES.filter((trace) => latency(trace) > 2000).map(({ id }) => id);
    const found = await walk('traces', { filter: 'latency_ms > 2000', sort: 'latency_ms' });
    expect(found.length).toBe(slow.length);
    expect(found.toSorted()).toEqual(slow.toSorted());
    const both = await walk('traces', {
      filter: 'latency_ms > 2000',
      error: true,
      max_latency_ms: 5000,
      session_identifier: 's4',
    });
    expect(both.toSorted()).toEqual(
      SESSIONS[4]!.traces
        .filter((trace) => isFailed(trace) && latency(trace) > 2000 && latency(trace) <= 5000)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('selects sessions over REST, page by page', async () => {
    const expected = SESSIONS.filter(({ traces }) => traces.length > 2).map(({ id }) => id);
    expect(await walk('sessions', { filter: 'num_traces > 2' })).toEqual(expected);
    expect(await walk('sessions', { filter: 'num_traces > 2', order: 'desc' })).toEqual(
      expected.toReversed(),
    );
  });

  it.each(['traces', 'sessions'] as const)('ignores a blank filter on %s', async (list) => {
    const { body } = await get(list, { filter: '  ' }).expect(200);
    expect(body.data.length).toBe(list === 'traces' ? TRACES.length : SESSIONS.length);
  });

  it.each([
    ['traces', 'num_spanss > 1', /did you mean `num_spans`\? \(at character 1\)\.$/],
    ['sessions', 'num_tracess > 1', /did you mean `num_traces`\? \(at character 1\)\.$/],
    ['traces', 'latency_ms >', /ends unexpectedly/],
    ['sessions', "any_input == 'x'", /can only be searched/],
    ['traces', `num_spans > ${'('.repeat(5000)}`, /nested too deeply/],
    ['traces', "input == 'a\0'", /NUL/],
    ['sessions', 'any(s.a == 1 for s in spans)', /Select a field of `s`/],
  ] as const)('answers an invalid condition on %s with 400: %s', async (list, filter, message) => {
    const response = await get(list, { filter }).expect(400);
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.text).toMatch(message);
    expect(response.text.length).toBeLessThanOrEqual(300);
  });

  it('looks for the project first', async () => {
    await server.request.get('/v1/projects/nowhere/traces').query({ filter: '(' }).expect(404);
    await server.request.get('/v1/projects/nowhere/sessions').query({ filter: '(' }).expect(404);
  });

  it('does not see other projects', async () => {
    const { name } = await aProject(server);
    const { body } = await server.request
      .get(`/v1/projects/${name}/traces`)
      .query({ filter: "num_spans > 0 or trace_id == 's0-t0'" })
      .expect(200);
    expect(body.data).toEqual([]);
  });

  it('selects traces, spans of traces, and sessions over GraphQL', async () => {
    const { node, messages } = await ask<{
      traces: { edges: { node: { traceId: string } }[] };
      spans: { edges: { node: { spanId: string } }[] };
      sessions: { edges: { node: { sessionId: string } }[] };
    }>(
      `traces(first: 100, traceFilterCondition: "error_count > 1") { edges { node { traceId } } }
       spans(first: 1000, traceFilterCondition: "error_count > 1", filterCondition: "span_kind == 'TOOL'") {
         edges { node { spanId } } }
       sessions(first: 100, sessionFilterCondition: "session_annotations['csat']") {
         edges { node { sessionId } } }`,
    );
    expect(messages).toBeUndefined();
    const failed = TRACES.filter(
      ({ spans }) => spans.filter(({ status }) => status === 'ERROR').length > 1,
    );
    expect(node!.traces.edges.map((edge) => edge.node.traceId)).toEqual(failed.map(({ id }) => id));
    expect(node!.spans.edges.map((edge) => edge.node.spanId)).toEqual(
      failed
        .flatMap(({ spans }) => spans.filter(({ kind }) => kind === 'TOOL'))
        .map(({ id }) => id),
    );
    expect(node!.sessions.edges.map((edge) => edge.node.sessionId)).toEqual(
      SESSIONS.filter(({ annotations }) => annotations.length > 0).map(({ id }) => id),
    );
  });

  it.each([
    ['traces(first: 1, traceFilterCondition: "foo > 1") { edges { cursor } }', 'Trace'],
    ['spans(first: 1, traceFilterCondition: "foo > 1") { edges { cursor } }', 'Trace'],
    ['sessions(first: 1, sessionFilterCondition: "foo > 1") { edges { cursor } }', 'Session'],
  ])('refuses a condition with the text of its check: %s', async (field, kind) => {
    const { node } = await ask<Record<string, { isValid: boolean; errorMessage: string }>>(
      `check: validate${kind}FilterCondition(condition: "foo > 1") { isValid errorMessage warnings }`,
    );
    expect(node!['check']).toEqual({
      isValid: false,
      errorMessage: expect.stringMatching(/^Unknown name `foo`/),
      warnings: [],
    });
    const { messages } = await ask(field);
    expect(messages).toEqual([node!['check']!.errorMessage]);
  });

  it('warns about annotations that no trace or session has', async () => {
    const { node } = await ask<Record<string, { isValid: boolean; warnings: string[] }>>(
      `trace: validateTraceFilterCondition(condition: "trace_annotations['csat'] or trace_annotations['resolved']") { isValid warnings }
       session: validateSessionFilterCondition(condition: "session_annotations['resolved'].score > 1") { isValid warnings }
       fine: validateSessionFilterCondition(condition: "session_annotations['csat']") { isValid warnings }
       blank: validateSessionFilterCondition(condition: " ") { isValid warnings }`,
    );
    expect(node).toEqual({
      trace: {
        isValid: true,
        warnings: ['No trace of this project has an annotation named `csat`.'],
      },
      session: {
        isValid: true,
        warnings: ['No session of this project has an annotation named `resolved`.'],
      },
      fine: { isValid: true, warnings: [] },
      blank: { isValid: true, warnings: [] },
    });
  });

  it('lists what conditions can name, each of which is accepted', async () => {
    const term = '{ name type description category iterableName }';
    type Term = { name: string; type: string; category: string; iterableName: string | null };
    const { node, messages } = await ask<Record<'Span' | 'Trace' | 'Session', Term[]>>(
      `Span: spanFilterVocabulary ${term} Trace: traceFilterVocabulary ${term}
       Session: sessionFilterVocabulary ${term}`,
    );
    expect(messages).toBeUndefined();
    const names = (of: Term[]) => of.map(({ name }) => name);
    expect(names(node!.Span)).toEqual(
      expect.arrayContaining([
        'latency_ms',
        'cumulative_token_count.total',
        'annotations["helpful"].score',
        'trace_annotations["resolved"]',
        'user.id',
        'metadata["env"]',
        'experiment.bucket',
      ]),
    );
    expect(names(node!.Trace)).toEqual(
      expect.arrayContaining(['num_spans', 'metadata["tier"]', 'attributes["user"]["id"]']),
    );
    expect(node!.Trace).toContainEqual({
      name: 'parent_span.name',
      type: 'text',
      description: 'Of the span that called it. Name of the span.',
      category: 'field',
      iterableName: 'spans',
    });
    expect(names(node!.Session)).toEqual(
      expect.arrayContaining(['num_traces', 'session_annotations["csat"].label']),
    );
    const tests: Record<string, (name: string) => string> = {
      json: (name) => `${name} is not None`,
      text: (name) => `'x' in ${name}`,
      number: (name) => `${name} > 1`,
      datetime: (name) => `${name} > '2024-01-01T00:00:00Z'`,
      relation: (name) => (name.endsWith('parent_span') ? `${name} is None` : name),
      rows: (name) => `len([x for x in ${name}]) > 0`,
    };
    for (const kind of ['Span', 'Trace', 'Session'] as const) {
      const terms = node![kind].filter(({ iterableName, name }) => iterableName === null && name);
      const conditions = terms.map(({ name, type }) => tests[type]!(name));
      const checks = await ask<Record<string, { errorMessage: string | null }>>(
        conditions
          .map(
            (condition, at) =>
              `c${at}: validate${kind}FilterCondition(condition: ${JSON.stringify(condition)}) { errorMessage }`,
          )
          .join('\n'),
      );
      expect(checks.messages).toBeUndefined();
      const mistakes = Object.values(checks.node!).map(({ errorMessage }) => errorMessage);
      expect(mistakes.filter((mistake) => mistake !== null)).toEqual([]);
      expect(mistakes.length).toBeGreaterThan(15);
    }
  });

  it('lists only attributes of the range', async () => {
    const { node } = await ask<{ traceFilterVocabulary: { category: string }[] }>(
      'traceFilterVocabulary(timeRange: { start: "2030-01-01T00:00:00Z" }) { category }',
    );
    expect(node!.traceFilterVocabulary.map(({ category }) => category)).not.toContain('attribute');
  });
});

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { GraphQLObjectType } from 'graphql';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const MB = 1024 * 1024;

describe('the work of a GraphQL operation', () => {
  let server: TestServer;
  let projectId: string;
  let traceId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const project = await aProject(server);
    projectId = globalId('Project', project.id);
    const span = await aSpan(server, { project_id: project.id, session_id: 'talk' });
    traceId = span.trace_id;
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
         status_message, start_time, end_time, attributes)
       SELECT trace_id, 's' || n, project_id, span_id, name, kind, status_code, status_message,
              start_time, end_time, attributes
         FROM spans CROSS JOIN generate_series(1, 1199) n WHERE trace_id = $1`,
      [traceId],
    );
  });
  afterAll(() => server.stop());

  it('counts one step for each value at hand, and five for each that a resolver finds', () => {
    const { schema } = server.app.get(GraphQLSchemaHost, { strict: false });
    const fields = (schema.getType('Span') as GraphQLObjectType).getFields();
    const stepsOf = (name: string) => fields[name]!.extensions['steps'] ?? 1;
    expect(['id', 'name', 'latencyMs', 'inputPreview'].map(stepsOf)).toEqual([1, 1, 1, 1]);
    expect(['trace', 'attributes', 'numChildSpans'].map(stepsOf)).toEqual([5, 5, 5]);
  });

  /** Sends an operation and measures this process, in which the server runs. */
  const measure = async (query: string) => {
    const loop = monitorEventLoopDelay({ resolution: 5 });
    const before = process.memoryUsage.rss();
    let peak = before;
    const over = new AbortController();
    const sampling = (async () => {
      while (!over.signal.aborted) {
        peak = Math.max(peak, process.memoryUsage.rss());
        await delay(10);
      }
    })();
    loop.enable();
    const startedAt = performance.now();
    const { data, errors } = await server.gql(query, { id: projectId });
    const took = performance.now() - startedAt;
    loop.disable();
    over.abort();
    await sampling;
    const blocked = loop.max / 1e6;
    return { data, errors, took, blocked, grown: peak - before };
  };

  it('may request pages of 1000 in pages of 1000 in pages of 1000', async () => {
    const { data, errors } = await server.gql<{ node: { sessions: { edges: unknown[] } } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { sessions(first: 1000) { edges { node {
         traces(first: 1000) { edges { node { spans(first: 1000) { edges { node {
           id name attributes input { value } events { name } cumulativeTokenCountTotal } } } } } }
       } } } } } }`,
      { id: projectId },
    );
    expect(errors).toBeUndefined();
    expect(data!.node.sessions.edges).toMatchObject([
      { node: { traces: { edges: [{ node: { spans: { edges: { length: 1000 } } } }] } } },
    ]);
  });

  it('ends with one error when the answer has too many values', async () => {
    const { data, errors, blocked, grown, took } = await measure(
      `query ($id: ID!) { node(id: $id) { ... on Project { spans(first: 1000) { edges { node {
         trace { spans(first: 1000) { edges { node { id name
           events { name } attributes metadata } } } } } } } } } }`,
    );
    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: 'The answer has too many values. Request smaller pages or fewer fields.',
        extensions: { code: 'QUERY_TOO_COMPLEX' },
      },
    ]);
    expect(blocked).toBeLessThan(3000);
    expect(grown).toBeLessThan(400 * MB);
    expect(took).toBeLessThan(10_000);
  });

  const TOO_LONG = {
    message: 'The answer is longer than 64 MB. Request smaller pages or fewer fields.',
    extensions: { code: 'QUERY_TOO_COMPLEX' },
  };

  it('stays fair to others just below the limits', async () => {
    const { data, errors, blocked } = await measure(
      `query ($id: ID!) { node(id: $id) { ... on Project { sessions(first: 1) { edges { node {
         ${['a', 'b', 'c', 'd', 'e']
           .map(
             (alias) => `${alias}: traces(first: 1) { edges { node { ${alias}2: spans(first: 1000) {
             edges { node { id name spanKind startTime attributes metadata input { value }
               events { name } cumulativeTokenCountTotal numChildSpans } } } } } }`,
           )
           .join(' ')} } } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).not.toBeNull();
    expect(blocked).toBeLessThan(3000);
  });

  it('stays fair to others with as many plain values as it may have', async () => {
    const fields = `id name spanKind statusCode statusMessage startTime endTime latencyMs spanId parentId
      userId modelName provider tokenCountTotal tokenCountPrompt tokenCountCompletion
      inputPreview { truncatedValue mimeType } context { traceId spanId }`;
    const lists = Array.from(
      { length: 18 },
      (_, i) => `a${i}: spans(first: 1000) { edges { node { ${fields} } } }`,
    );
    const { data, errors, blocked, grown } = await measure(
      `query ($id: ID!) { node(id: $id) { ... on Project { ${lists.join(' ')} } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).not.toBeNull();
    expect(blocked).toBeLessThan(3000);
    expect(grown).toBeLessThan(400 * MB);
  });

  it('ends with one error when it reads too much, without reading it all', async () => {
    await server.sql(
      `WITH long AS MATERIALIZED (
         SELECT string_agg(md5(random()::text || n), '') AS text FROM generate_series(1, 6250) n)
       UPDATE spans SET payload = json_build_object('text', long.text) FROM long
        WHERE trace_id = $1`,
      [traceId],
    );
    const { errors, blocked, grown } = await measure(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         spans(first: 1000) { edges { node { attributes } } } } } }`,
    );
    expect(errors).toEqual([TOO_LONG]);
    expect(blocked).toBeLessThan(3000);
    expect(grown).toBeLessThan(500 * MB);
  });

  it('ends with one error when it repeats what it reads too often', async () => {
    const fields = Array.from({ length: 45 }, (_, i) => `a${i}: attributes`).join(' ');
    const { errors, blocked, grown } = await measure(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         spans(first: 50) { edges { node { ${fields} } } } } } }`,
    );
    expect(errors).toEqual([TOO_LONG]);
    expect(blocked).toBeLessThan(3000);
    expect(grown).toBeLessThan(500 * MB);
  });

  it('answers with 40 MB', async () => {
    const { errors, grown } = await measure(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         spans(first: 200) { edges { node { attributes } } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(grown).toBeLessThan(800 * MB);
  });
});

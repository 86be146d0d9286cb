import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  aWideProject,
  lengthenSpans,
  MANY_VALUES,
  TOO_LONG,
  TOO_MANY_VALUES,
} from './wide-project.js';

const MB = 1024 * 1024;

/** How long it keeps others waiting, and how much memory it takes. */
describe('the work of a GraphQL operation', () => {
  let server: TestServer;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = await aWideProject(server);
  });
  afterAll(() => server.stop());

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

  it('ends with one error when the answer has too many values', async () => {
    const { data, errors, blocked, grown, took } = await measure(MANY_VALUES);
    expect(data).toBeNull();
    expect(errors).toEqual([TOO_MANY_VALUES]);
    expect(blocked).toBeLessThan(3000);
    expect(grown).toBeLessThan(400 * MB);
    expect(took).toBeLessThan(10_000);
  });

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
    await lengthenSpans(server, 1_200);
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

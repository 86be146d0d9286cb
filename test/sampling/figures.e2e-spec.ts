import pg from 'pg';
import { aPolicy, runNow } from '../retention/retention-operations.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import type { SpanToSend } from '../support/send-traces.js';
import { readBoth, type Range, waitForRollups } from '../tracing/figures/rolled-figures.js';
import { otherId, type SampledProject, samplingOperations } from './sampling-operations.js';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Two days ago, at 23:40. */
const BEGIN = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS - 20 * MINUTE_MS;
const at = (minutes: number): string => new Date(BEGIN + minutes * MINUTE_MS).toISOString();

const RANGES: Range[] = [
  { start: null, end: null },
  { start: at(-100), end: at(200) },
  { start: at(3), end: at(27) },
  { start: at(17), end: null },
];
const BINS = Array.from(
  { length: 8 },
  (_, bin) => new Date(BEGIN - 10 * MINUTE_MS + bin * QUARTER_MS),
);

describe('figures of a sampled project', () => {
  let server: TestServer;
  let client: pg.Client;
  const operations = samplingOperations(() => server);
  const { aSampledProject, send, whenDecided, whenHandedOver, whenPriced, counts, ask } =
    operations;

  beforeAll(async () => {
    server = await startTestServer();
    client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  const call = (minute: number, tokens: number, rest: SpanToSend = {}): SpanToSend => ({
    startedAt: new Date(BEGIN + minute * MINUTE_MS + 10_000),
    durationMs: 1_000 + tokens,
    kind: 'LLM',
    attributes: {
      'llm.model_name': tokens % 2 === 0 ? 'gpt-4' : 'gpt-4o',
      'llm.token_count.prompt': tokens,
      'llm.token_count.completion': 2 * tokens,
    },
    ...rest,
  });
  /** Traces of several minutes, quarters and days, and one with many spans. */
  const sendAll = async (project: SampledProject) => {
    for (const minute of [0, 1, 2, 5, 12, 18, 19, 20, 21, 26, 40, 70]) {
      await send(project, call(minute, 10 + minute, { children: [call(minute + 6, 3)] }));
    }
    const failure = { failure: 'no answer' };
    const many = Array.from({ length: 450 }, (_, child) =>
      call(7 + (child % 20), child, child % 100 === 1 ? failure : {}),
    );
    await send(project, call(7, 5, { kind: 'AGENT', children: many }));
    await whenHandedOver();
    await whenPriced();
  };
  /** All figures except sizes, which are those of what is stored. */
  const readAll = async (project: SampledProject, of: 'rolled' | 'expected') => {
    const all: string[] = [];
    for (const range of RANGES) {
      const figures = await readBoth(client, [project.id], range, BINS);
      all.push(
        JSON.stringify(figures[of], (key, value: unknown) => (key === 'bytes' ? undefined : value)),
      );
    }
    return all;
  };

  it('go on counting all that arrived, with and without rollups', async () => {
    const project = await aSampledProject({ share: 0, keepsFailed: false });
    await sendAll(project);
    const arrived = await readAll(project, 'expected');
    expect(await readAll(project, 'rolled')).toEqual(arrived);
    await whenDecided();
    expect(await counts(project)).toEqual({ DROPPED: 13 });
    expect(await server.sql('SELECT FROM traces')).toEqual([]);
    expect(await readAll(project, 'rolled')).toEqual(arrived);
    await waitForRollups(server);
    expect(await readAll(project, 'rolled')).toEqual(arrived);
    expect(await ask(project, 'traceCount')).toBe(13);
  }, 180_000);

  it('add up with those of traces that are kept or arrive later', async () => {
    const project = await aSampledProject({ share: 0, keepsFailed: false, minTokens: 100 });
    await sendAll(project);
    const [arrived] = await readAll(project, 'expected');
    await waitForRollups(server);
    await whenDecided();
    const { DROPPED, EXPENSIVE } = await counts(project);
    expect([DROPPED! > 2, EXPENSIVE! > 2]).toEqual([true, true]);
    expect(DROPPED! + EXPENSIVE!).toBe(13);
    expect((await readAll(project, 'rolled'))[0]).toEqual(arrived);
    await waitForRollups(server);
    expect((await readAll(project, 'rolled'))[0]).toEqual(arrived);
    await send(project, { ...call(0, 1), traceId: otherId() });
    expect(await ask(project, 'traceCount')).toBe(14);
    await whenDecided();
    await waitForRollups(server);
    expect(await ask(project, 'traceCount')).toBe(14);
  }, 180_000);

  it('end when the traces of their time are deleted', async () => {
    const project = await aSampledProject({ share: 0, keepsFailed: false });
    await sendAll(project);
    await whenDecided();
    await waitForRollups(server);
    const range = `start_time=${at(0)}&end_time=${at(18)}`;
    await server.request.delete(`/v1/projects/${project.name}/traces?${range}`).expect(204);
    expect(await ask(project, 'traceCount')).toBe(7);
    const { errors } = await server.gql(
      `mutation ($id: ID!) { clearProject(input: { id: $id }) { __typename } }`,
      { id: project.globalId },
    );
    expect(errors).toBeUndefined();
    expect(await ask(project, 'traceCount')).toBe(0);
    await waitForRollups(server);
    expect(await ask(project, 'traceCount')).toBe(0);
  }, 180_000);

  it('end when a retention policy deletes the traces of their time', async () => {
    const project = await aSampledProject({ share: 0, keepsFailed: false });
    await sendAll(project);
    await send(project, { startedAt: new Date(Date.now() - DAY_MS / 12) });
    await whenDecided();
    expect(await ask(project, 'traceCount')).toBe(14);
    const policy = await aPolicy(server, {
      name: `half a day ${project.id}`,
      rule: { maxDays: { maxDays: 0.5 } },
      addProjects: [project.globalId],
    });
    await runNow(server, policy);
    expect(await ask(project, 'traceCount')).toBe(1);
    await waitForRollups(server);
    expect(await ask(project, 'traceCount')).toBe(1);
  }, 180_000);
});

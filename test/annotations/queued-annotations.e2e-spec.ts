import { randomBytes } from 'node:crypto';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { eventually } from '../support/eventually.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { TARGETS } from './targets.js';

const waiting = async (server: TestServer): Promise<number> => {
  const [row] = await server.sql<{ count: number }>('SELECT count(*) FROM waiting_annotations');
  return row!.count;
};
const errors = async (server: TestServer) => {
  const { body } = await server.request.get('/v1/projects/default/ingestion_errors');
  return body.data;
};

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(TARGETS)('annotations of a $noun that are queued', ({ noun, key }) => {
  beforeEach(() => emptyDatabase(server));

  const item = (id: string, given: object = {}) => ({
    [key]: id,
    name: 'quality',
    annotator_kind: 'CODE',
    ...given,
  });
  const post = async (...items: unknown[]) => {
    const response = await server.request.post(`/v1/${noun}_annotations`).send({ data: items });
    expect([response.status, response.body]).toEqual([200, { data: [] }]);
  };
  const arrive = (id: string): Promise<unknown> => {
    if (noun === 'span') return aSpan(server, { span_id: id });
    if (noun === 'trace') return aTrace(server, { trace_id: id });
    return aSession(server, { session_id: id });
  };
  const stored = () =>
    server.sql(`SELECT ${key} AS target, name, score FROM ${noun}_annotations ORDER BY id`);
  const attached = (count: number) =>
    eventually(`${count} annotations`, async () => (await stored()).length === count);
  const newId = () => randomBytes(16).toString('hex');

  it('are stored at once if the target is there', async () => {
    const id = newId();
    await arrive(id);
    await post(item(id, { result: { score: 1 } }), item(id, { result: { score: 2 } }));
    expect(await stored()).toEqual([{ target: id, name: 'quality', score: 2 }]);
    expect(await waiting(server)).toBe(0);
  });

  it('wait for their target, and the one received last is stored', async () => {
    const [early, late] = [newId(), newId()];
    await arrive(early);
    await post(item(late, { result: { score: 1 } }), item(early), item(late, { name: 'tone' }));
    await post(item(late, { result: { score: 2 } }));
    await post(item(late, { result: { score: 3 } }));
    expect(await stored()).toEqual([{ target: early, name: 'quality', score: null }]);
    await arrive(late);
    // They are tried one after the other, so earlier ones may be there for a moment.
    await eventually('an empty queue', async () => (await waiting(server)) === 0);
    const all = await stored();
    expect(all).toHaveLength(3);
    expect(all).toEqual(
      expect.arrayContaining([
        { target: late, name: 'tone', score: null },
        { target: late, name: 'quality', score: 3 },
      ]),
    );
  });

  it('never replace one that was received later', async () => {
    const id = newId();
    await post(item(id, { result: { score: 1 } }), item(id, { name: 'tone' }));
    await server.sql("UPDATE waiting_annotations SET next_attempt_at = now() + interval '1 s'");
    await arrive(id);
    await post(item(id, { result: { score: 2 } }));
    await eventually('both', async () => (await waiting(server)) === 0);
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { target: id, name: 'quality', score: 2 },
        { target: id, name: 'tone', score: null },
      ]),
    );
  });

  it('arrive in bursts and out of order, and none is lost', async () => {
    const ids = Array.from({ length: 60 }, newId);
    await Promise.all([
      ...ids.map((id, at) => post(item(id, { result: { score: at } }), item(id, { name: 'tone' }))),
      ...ids.slice(0, 30).map(arrive),
    ]);
    await Promise.all(ids.slice(30).map(arrive));
    await attached(120);
    const scores = (await stored()).filter(({ name }) => name === 'quality');
    expect(new Map(scores.map(({ target, score }) => [target, score]))).toEqual(
      new Map(ids.map((id, at) => [id, at])),
    );
  });

  it('expire if their target never arrives, and are shown among ingestion errors', async () => {
    const id = newId();
    await post(item(id), item(newId(), { name: 'young' }));
    await server.sql(
      `UPDATE waiting_annotations SET received_at = now() - interval '11 min' WHERE name = 'quality'`,
    );
    await eventually('the expiry', async () => (await errors(server)).length > 0);
    expect(await errors(server)).toEqual([
      expect.objectContaining({
        reason: 'annotation_target_missing',
        message: `The annotation "quality" was not stored, because its ${noun} "${id}" did not arrive within 10 minutes.`,
        span_id: noun === 'span' ? id : null,
        trace_id: noun === 'trace' ? id : null,
      }),
    ]);
    expect(await waiting(server)).toBe(1);
  });

  it('never wait for a neighbor whose key is too long for its index', async () => {
    const noise = (length: number) => randomBytes(length / 2).toString('hex');
    const [good, wide] = [newId(), noise(600)];
    const names = { name: noise(1000), identifier: noise(1000) };
    await post(item(good), item(wide, names));
    if (noun === 'span') await aSpan(server, { trace_id: noise(700), span_id: wide });
    else await arrive(wide);
    await arrive(good);
    await eventually('both', async () => (await waiting(server)) === 0);
    expect((await stored()).map(({ target }) => target)).toContain(good);
    const response = await server.request
      .post(`/v1/${noun}_annotations`)
      .send({ data: [item(noise(1000), { name: noise(1000), identifier: noise(1000) })] });
    expect([response.status, response.type]).toEqual([422, 'text/plain']);
  });

  it('are refused as others are', async () => {
    const response = await server.request
      .post(`/v1/${noun}_annotations`)
      .send({ data: [item(newId()), item('a\0')] });
    expect(response.status).toBe(422);
    expect(await waiting(server)).toBe(0);
  });
});

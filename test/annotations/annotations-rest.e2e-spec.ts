import { randomBytes } from 'node:crypto';
import { AnnotatorKind } from '../../src/annotations/annotator-kind.contract.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aTarget, restClient, type StoredTarget, TARGETS } from './targets.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(TARGETS)('annotations of a $noun over REST', ({ noun, key, type }) => {
  let target: StoredTarget;

  beforeEach(async () => {
    target = await aTarget(server, { noun });
  });

  const { url, item, post, read } = restClient(
    () => server,
    () => target,
    { noun, key },
  );

  it('are stored, and listed by target', async () => {
    const result = { label: 'good', score: 0, explanation: 'short, but right' };
    const { status, body } = await post(item({ result, metadata: { b: 1, a: [2.5] } }));
    expect(status).toBe(200);
    expect(body).toEqual({ data: [{ id: expect.any(String) }] });
    expect(await read()).toEqual([
      {
        id: body.data[0].id,
        created_at: expect.stringMatching(TIME),
        updated_at: expect.stringMatching(TIME),
        source: 'API',
        user_id: null,
        name: 'quality',
        annotator_kind: 'HUMAN',
        result,
        metadata: { b: 1, a: [2.5] },
        identifier: '',
        [key]: target.key,
      },
    ]);
    expect(Buffer.from(body.data[0].id, 'base64').toString()).toMatch(new RegExp(`^${type}:\\d+$`));
  });

  it.each(Object.values(AnnotatorKind))(
    'are stored for the annotator kind %s',
    async (annotator_kind) => {
      expect((await post(item({ annotator_kind, result: { score: 1 } }))).status).toBe(200);
      expect(await read()).toMatchObject([{ annotator_kind }]);
    },
  );

  it('have a result whose members are all optional', async () => {
    await post(
      item({ name: 'none' }),
      item({ name: 'null', result: null, metadata: null }),
      item({ name: 'empty', result: {} }),
      item({ name: '', identifier: 'ANY Case ü' }),
    );
    const empty = { result: { label: null, score: null, explanation: null }, metadata: {} };
    expect(await read()).toEqual([
      expect.objectContaining({ ...empty, name: '', identifier: 'ANY Case ü' }),
      expect.objectContaining({ ...empty, name: 'empty' }),
      expect.objectContaining({ ...empty, name: 'null' }),
      expect.objectContaining({ ...empty, name: 'none' }),
    ]);
  });

  it('are replaced completely by one with the same name and identifier, which keeps the ID', async () => {
    const result = { label: 'good', score: 1, explanation: 'why' };
    const first = await post(item({ result, metadata: { a: 1 } }));
    const [before] = await read();
    const second = await post(
      item({ annotator_kind: 'LLM', result: { score: 0.5 } }),
      item({ identifier: 'other' }),
    );
    expect(second.body.data[0]).toEqual(first.body.data[0]);
    expect(second.body.data[1]).not.toEqual(first.body.data[0]);
    const [, after] = await read();
    expect(after).toEqual({
      ...before,
      updated_at: expect.any(String),
      annotator_kind: 'LLM',
      result: { label: null, score: 0.5, explanation: null },
      metadata: {},
    });
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  it('answer a repeated key with the same ID, and the last value wins', async () => {
    const { body } = await post(
      item({ result: { score: 1 } }),
      item({ name: 'other' }),
      item({ result: { score: 2 } }),
    );
    expect(body.data).toHaveLength(3);
    expect(body.data[0]).toEqual(body.data[2]);
    expect(
      await read({ [`${noun}_ids`]: target.key, include_annotation_names: 'quality' }),
    ).toEqual([expect.objectContaining({ result: { label: null, score: 2, explanation: null } })]);
  });

  it('are stored all or none: every missing target is named', async () => {
    const response = await post(item(), item({ [key]: 'gone-1' }), item({ [key]: 'gone-2' }));
    expect([response.status, response.type]).toEqual([404, 'text/plain']);
    expect(response.text).toContain('gone-1, gone-2');
    expect(await read()).toEqual([]);
  });

  it('accept an empty list', async () => {
    for (const sync of ['true', 'false']) {
      const response = await server.request.post(url).query({ sync }).send({ data: [] });
      expect([response.status, response.body]).toEqual([200, { data: [] }]);
    }
  });

  it('cannot have the name of notes', async () => {
    for (const sync of ['true', 'false']) {
      const data = [item(), item({ name: 'note' })];
      const response = await server.request.post(url).query({ sync }).send({ data });
      expect([response.status, response.text]).toEqual([
        400,
        expect.stringContaining(`/v1/${noun}_notes`),
      ]);
    }
    expect(await read()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no target', { [key]: undefined }],
    ['a number as target', { [key]: 7 }],
    ['no name', { name: undefined }],
    ['null as name', { name: null }],
    ['NUL in the name', { name: 'a\0b' }],
    ['a lone surrogate in the identifier', { identifier: '\ud800' }],
    ['a long name', { name: 'x'.repeat(1025) }],
    ['a long label', { result: { label: 'x'.repeat(1025) } }],
    ['no kind', { annotator_kind: undefined }],
    ['a kind in lower case', { annotator_kind: 'human' }],
    ['null as identifier', { identifier: null }],
    ['a text as score', { result: { score: 'high' } }],
    ['NaN in a text', { result: { score: 'NaN' } }],
    ['a text as result', { result: 'good' }],
    ['a list as metadata', { metadata: [1] }],
    ['a number as label', { result: { label: 1 } }],
  ])('are refused with %s', async (_, given) => {
    const response = await post(item(), item(given as object));
    expect([response.status, response.type]).toEqual([422, 'application/json']);
    expect(response.body.detail[0].loc.slice(0, 3)).toEqual(['body', 'data', 1]);
    expect(await read()).toEqual([]);
  });

  it('are refused with a score beyond doubles', async () => {
    const body = JSON.stringify({ data: [item({ result: { score: 12345 } })] });
    for (const score of ['1e400', '-1e400', 'NaN', 'Infinity']) {
      const response = await server.request
        .post(`${url}?sync=true`)
        .type('json')
        .send(body.replace('12345', score));
      expect(response.status).toBe(422);
    }
    expect(await read()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['no data', {}],
    ['an object as data', { data: {} }],
    ['null in data', { data: [null] }],
    ['a text in data', { data: ['x'] }],
  ])('are refused with a body that is %s', async (_, body) => {
    const request = server.request.post(url).type('json');
    const response = await request.send(body === undefined ? undefined : JSON.stringify(body));
    expect([response.status, response.type]).toEqual([422, 'application/json']);
  });

  it('replace what PostgreSQL cannot store in texts', async () => {
    const explanation = 'a\0b\ud800c';
    await post(item({ result: { explanation }, metadata: { 'k\0': explanation } }));
    expect(await read()).toEqual([
      expect.objectContaining({
        result: { label: null, score: null, explanation: 'a\ufffdb\ufffdc' },
        metadata: { 'k\ufffd': 'a\ufffdb\ufffdc' },
      }),
    ]);
  });

  it('are refused with a key that is too long for its index', async () => {
    const noise = (length: number) => randomBytes(length / 2).toString('hex');
    const wide = noise(700);
    if (noun === 'session') await aSession(server, { session_id: wide });
    else await aSpan(server, { trace_id: wide, span_id: wide });
    const response = await post(item({ [key]: wide, name: noise(1024), identifier: noise(1024) }));
    expect([response.status, response.text]).toEqual([422, expect.stringContaining('too long')]);
  });

  it('are deleted with their target', async () => {
    await post(item());
    const path = { span: 'spans', trace: 'traces', session: 'sessions' }[noun];
    expect((await server.request.delete(`/v1/${path}/${target.key}`)).status).toBe(204);
    const [left] = await server.sql(`SELECT count(*) FROM ${noun}_annotations WHERE ${key} = $1`, [
      target.key,
    ]);
    expect(left).toEqual({ count: 0 });
  });
});

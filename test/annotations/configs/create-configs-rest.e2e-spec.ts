import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { CATEGORICAL, CONTINUOUS, FREEFORM } from './sample-configs.js';

describe('POST /v1/annotation_configs', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const post = (body?: object) => {
    const request = server.request.post('/v1/annotation_configs');
    return body ? request.send(body) : request;
  };
  const pathOf = (name: string) => `/v1/annotation_configs/${encodeURIComponent(name)}`;

  it.each([
    ['CategoricalAnnotationConfig', CATEGORICAL],
    ['ContinuousAnnotationConfig', CONTINUOUS],
    ['FreeformAnnotationConfig', FREEFORM],
  ])('creates a %s with exactly the fields of its type', async (typeName, config) => {
    const { body } = await post({ ...config, id: 'ignored', extra: 1 }).expect(200);
    expect(body).toEqual({ data: { ...config, id: expect.any(String) } });
    expect(Buffer.from(body.data.id, 'base64').toString()).toMatch(`${typeName}:`);
    const shown = await server.request.get(pathOf(config.name)).expect(200);
    expect(shown.body).toEqual(body);
  });

  it('fills absent fields with null', async () => {
    const { body } = await post({ type: 'FREEFORM', name: 'x' }).expect(200);
    expect(body.data).toEqual({
      ...FREEFORM,
      name: 'x',
      description: null,
      threshold: null,
      id: body.data.id,
    });
    const labels = await post({
      type: 'CATEGORICAL',
      name: 'y',
      optimization_direction: 'NONE',
      values: [{ label: 'a' }],
      threshold: 5,
    }).expect(200);
    expect(labels.body.data).toMatchObject({
      description: null,
      values: [{ label: 'a', score: null }],
    });
    expect(labels.body.data).not.toHaveProperty('threshold');
  });

  it('keeps names, labels and numbers as they are', async () => {
    const config = {
      ...CATEGORICAL,
      name: ' 名前/100%?#🥇 ',
      description: '"\\\u0001 <b>',
      values: [
        { label: '__proto__', score: -5e-324 },
        { label: ' 🥇', score: Number.MAX_VALUE },
        { label: '"\\', score: 0.1 },
      ],
    };
    expect((await post(config).expect(200)).body.data).toMatchObject(config);
    const { body } = await server.request.get(pathOf(config.name)).expect(200);
    expect(body.data).toMatchObject(config);
  });

  it.each([CATEGORICAL, { ...CATEGORICAL, values: [] }])(
    'refuses the name of notes, whatever else is wrong',
    async (config) => {
      const { text } = await post({ ...config, name: 'note' }).expect(409);
      expect(text).toContain('"note" is reserved');
    },
  );

  it('refuses a name that is taken, including by two requests at once', async () => {
    await anAnnotationConfig(server, { name: 'tone' });
    const { text } = await post(CONTINUOUS).expect(409);
    expect(text).toContain('"tone" already exists');
    const answers = await Promise.all([post(FREEFORM), post(FREEFORM), post(FREEFORM)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it.each([
    [{ ...CATEGORICAL, values: [] }, 'at least one label'],
    [{ ...CATEGORICAL, values: [{ label: '', score: 1 }] }, 'must not be empty'],
    [{ ...CATEGORICAL, values: [{ label: 'a' }, { label: 'a', score: 1 }] }, 'more than once'],
    [{ ...CONTINUOUS, lower_bound: 1, upper_bound: 1 }, 'less than the upper bound'],
    [{ ...FREEFORM, lower_bound: 2, upper_bound: 1 }, 'less than the upper bound'],
  ])('refuses values that make no sense: %#', async (config, fragment) => {
    const { text, headers } = await post(config).expect(400);
    expect(text).toContain(fragment);
    expect(headers['content-type']).toContain('text/plain');
  });

  it.each([
    undefined,
    {},
    [],
    [CATEGORICAL],
    { ...CATEGORICAL, type: undefined },
    { ...CATEGORICAL, type: 'categorical' },
    { ...CATEGORICAL, type: null },
    { ...CATEGORICAL, type: '__proto__' },
    { ...CATEGORICAL, name: undefined },
    { ...CATEGORICAL, name: null },
    { ...CATEGORICAL, name: 5 },
    { ...CATEGORICAL, name: '' },
    { ...CATEGORICAL, name: 'a\0b' },
    { ...CATEGORICAL, name: '\ud800' },
    { ...CATEGORICAL, name: 'é'.repeat(513) },
    { ...CATEGORICAL, description: {} },
    { ...CATEGORICAL, description: '\0' },
    { ...CATEGORICAL, optimization_direction: undefined },
    { ...CATEGORICAL, optimization_direction: null },
    { ...CATEGORICAL, optimization_direction: 'UP' },
    { ...CATEGORICAL, values: undefined },
    { ...CATEGORICAL, values: null },
    { ...CATEGORICAL, values: {} },
    { ...CATEGORICAL, values: [null] },
    { ...CATEGORICAL, values: ['a'] },
    { ...CATEGORICAL, values: [1.0] },
    { ...CATEGORICAL, values: [{ score: 1 }] },
    { ...CATEGORICAL, values: [{ label: null }] },
    { ...CATEGORICAL, values: [{ label: 'a\0' }] },
    { ...CATEGORICAL, values: [{ label: 'a', score: 'x' }] },
    { ...CATEGORICAL, values: [{ label: 'a', score: 'NaN' }] },
    { ...CATEGORICAL, values: [{ label: 'a', score: 'Infinity' }] },
    { ...CATEGORICAL, values: [{ label: 'a', score: [] }] },
    { ...CONTINUOUS, optimization_direction: undefined },
    { ...CONTINUOUS, lower_bound: 'low' },
    { ...CONTINUOUS, upper_bound: {} },
    { ...FREEFORM, threshold: 'x' },
    { ...FREEFORM, optimization_direction: 'none' },
  ])('refuses a body of the wrong form: %#', async (body) => {
    const { body: answer } = await post(body as object).expect(422);
    expect(answer.detail[0].loc[0]).toBe('body');
  });

  it.each(['1e400', '-1e400', 'NaN'])('refuses the bound %s', async (bound) => {
    const json = JSON.stringify({ ...CONTINUOUS, upper_bound: 0 }).replace(/0}$/, `${bound}}`);
    await post().set('content-type', 'application/json').send(json).expect(422);
  });

  it('refuses malformed JSON', async () => {
    await post().set('content-type', 'application/json').send('{"type":').expect(422);
  });

  it('refuses 100,000 labels', async () => {
    const values = Array.from({ length: 100_000 }, (_, at) => ({ label: `l${at}` }));
    const { text } = await post({ ...CATEGORICAL, values }).expect(400);
    expect(text).toContain('at most 1000 labels');
  });
});

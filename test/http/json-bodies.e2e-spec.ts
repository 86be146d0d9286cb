import { startTestServer, type TestServer } from '../support/server.js';

/** More values than allowed, but well below the byte limit. */
const VALUES = Array(500_001).fill(0);
const MESSAGE = 'Input has more than 500000 values';

describe('JSON bodies with very many values', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it.each([
    ['/v1/experiments/RXhwZXJpbWVudDox/runs', { output: VALUES }],
    ['/v1/datasets/RGF0YXNldDox/experiments', { metadata: { values: VALUES } }],
    ['/v1/prompts', { prompt: { metadata: { values: VALUES } } }],
    ['/graphql', { query: '{ projectCount }', variables: { values: VALUES } }],
  ])('are refused by %s', async (path, body) => {
    const response = await server.request.post(path).send(body).expect(422);
    expect(response.body).toEqual({ detail: [{ type: 'too_long', loc: ['body'], msg: MESSAGE }] });
  });

  it('are refused in other encodings', async () => {
    const text = JSON.stringify({ query: '{ projectCount }', variables: { values: VALUES } });
    const response = await server.request
      .post('/graphql')
      .type('application/json; charset=utf-16le')
      .send(Buffer.from(text, 'utf16le'));
    expect(response.status).toBe(422);
    expect(response.body.detail[0].msg).toBe(MESSAGE);
  });

  it('are accepted at the limit', async () => {
    const variables = { values: VALUES.slice(10) };
    const { body } = await server.request
      .post('/graphql')
      .send({ query: '{ projectCount }', variables })
      .expect(200);
    expect(body.data).toEqual({ projectCount: expect.any(Number) });
  });

  it('are refused in one example of an upload, with its position', async () => {
    const body = { name: 'values', inputs: [{}, { values: VALUES }] };
    const response = await server.request.post('/v1/datasets/upload?sync=true').send(body);
    expect(response.status).toBe(422);
    expect(response.text).toBe('inputs[1]: the JSON contains more than 500000 values');
  });
});

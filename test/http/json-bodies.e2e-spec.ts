import { aSpan } from '../support/factories/span.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** More values than allowed, but well below the byte limit. */
const VALUES = Array(500_001).fill(0);
const MESSAGE = 'Input has more than 500000 values';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('JSON bodies', () => {
  it.each<[string, BufferEncoding, string, string]>([
    ['UTF-8', 'utf8', '', '{"2":1.0,"1":12345678901234567890}'],
    ['UTF-8', 'utf8', '\uFEFF', '{"2":1.0,"1":12345678901234567890}'],
    ['utf-16le', 'utf16le', '', '{"b":1.0,"a":12345678901234567890}'],
  ])('keep their numbers in %s as %s, after %j', async (charset, encoding, mark, metadata) => {
    const { span_id } = await aSpan(server, { project_id: 1 });
    const item = `{"span_id":"${span_id}","name":"n","annotator_kind":"CODE","metadata":${metadata}}`;
    const { status } = await fetch(`${server.url}/v1/span_annotations?sync=true`, {
      method: 'POST',
      headers: { 'content-type': `application/json; charset=${charset}` },
      body: Buffer.from(`${mark}{"data":[${item}]}`, encoding),
    });
    expect(status).toBe(200);
    const { text } = await server.request.get(
      `/v1/projects/default/span_annotations?span_ids=${span_id}`,
    );
    expect(text).toContain(metadata);
  });

  it('are refused with half of an emoji cut off, or numbers beyond a double, as annotations', async () => {
    const { span_id } = await aSpan(server, { project_id: 1 });
    const post = (item: string) =>
      server.request
        .post('/v1/span_annotations?sync=true')
        .type('application/json')
        .send(`{"data":[{"span_id":"${span_id}","annotator_kind":"CODE",${item}}]}`);
    await post('"name":"x\\ud800"').expect(422);
    await post('"name":"x","result":{"score":1e400}').expect(422);
    await post('"name":"x","result":{"score":1e308}').expect(200);
  });
});

describe('JSON bodies with very many values', () => {
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
    // supertest would send a buffer as JSON.
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-16le' },
      body: Buffer.from(text, 'utf16le'),
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(MESSAGE);
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

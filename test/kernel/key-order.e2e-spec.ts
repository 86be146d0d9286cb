import { aDataset } from '../support/factories/dataset.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aVersion } from '../prompts/sent-prompts.js';

/** JavaScript would list the members of these objects in another order. */
const PAYLOAD =
  '{"2":"b","x":[{"9":null,"0":1.0}],"10":{"b":0,"7":1,"3":9007199254740993},"1":"a"}';

describe('payloads whose names are integers', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const send = (method: 'post' | 'patch', path: string, json: string) =>
    server.request[method](path).type('json').send(json);
  const gqlText = async (query: string, variables = '{}') => {
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    const { text } = await send('post', '/graphql', body).expect(200);
    expect(text).not.toContain('"errors"');
    return text;
  };
  /** Counts the payloads in a text, with or without white space between their tokens. */
  const countIn = (text: string) => text.replaceAll(/\s/g, '').split(PAYLOAD).length - 1;
  /** Returns the text that PostgreSQL has stored. */
  const stored = async (column: string, table: string) =>
    (
      await server.sql<{ text: string }>(
        `SELECT ${column}::text AS text FROM ${table} ORDER BY id DESC LIMIT 1`,
      )
    )[0]?.text;

  const upload = async (name: string) => {
    const body = `{"name":"${name}","inputs":[${PAYLOAD}],"outputs":[${PAYLOAD}],"metadata":[${PAYLOAD}]}`;
    const response = await send('post', '/v1/datasets/upload?sync=true', body).expect(200);
    return response.body.data.dataset_id as string;
  };

  it('keep their order in uploads and downloads of datasets', async () => {
    const id = await upload('uploaded');
    expect(await stored('input', 'dataset_example_revisions')).toBe(PAYLOAD);
    const path = `/v1/datasets/${id}`;
    expect(countIn((await server.request.get(`${path}/examples`)).text)).toBe(3);
    const lines = await server.request.get(`${path}/jsonl`).buffer().expect(200);
    expect(countIn(lines.text)).toBe(3);
    const csv = await server.request.get(`${path}/csv`).expect(200);
    expect(csv.text.split('\n', 1)[0]).toMatch(/input\.2,input\.x,.*input\.10.*,input\.1,/);
    const query = `query ($id: ID!) { node(id: $id) { ... on Dataset {
      examples(first: 1) { edges { node { revision { input output metadata } } } } } } }`;
    expect(countIn(await gqlText(query, JSON.stringify({ id })))).toBe(3);
  });

  it('keep the order of the columns of a CSV file', async () => {
    await server.request
      .post('/v1/datasets/upload?sync=true')
      .field('name', 'from a file')
      .field('input_keys[]', '2')
      .field('input_keys[]', '10')
      .field('input_keys[]', '1')
      .attach('file', Buffer.from('2,10,1\nb,c,a\n'), {
        filename: 'a.csv',
        contentType: 'text/csv',
      })
      .expect(200);
    expect(await stored('input', 'dataset_example_revisions')).toBe('{"2":"b","10":"c","1":"a"}');
  });

  it('keep their order in GraphQL variables', async () => {
    const create = `mutation ($input: CreateDatasetInput!) {
      createDataset(input: $input) { dataset { id metadata } } }`;
    // In variables, 1.0 means 1.
    const payload = PAYLOAD.replace('1.0', '1');
    const variables = `{"input":{"name":"by mutation","metadata":${PAYLOAD}}}`;
    expect(await gqlText(create, variables)).toContain(payload);
    expect(await stored('metadata', 'datasets')).toBe(payload);
    const dataset = await aDataset(server);
    const add = `mutation ($input: AddExamplesToDatasetInput!) {
      addExamplesToDataset(input: $input) { dataset { id } } }`;
    const id = globalId('Dataset', dataset.id);
    await gqlText(
      add,
      `{"input":{"datasetId":"${id}","examples":[{"input":${PAYLOAD},"output":{},"metadata":{}}]}}`,
    );
    expect(await stored('input', 'dataset_example_revisions')).toBe(payload);
  });

  it('keep their order in experiments, runs and evaluations', async () => {
    const id = await upload('experimented');
    const { body: examples } = await server.request.get(`/v1/datasets/${id}/examples`);
    const created = await send('post', `/v1/datasets/${id}/experiments`, `{"metadata":${PAYLOAD}}`);
    expect(countIn(created.text)).toBe(1);
    const experiment = `/v1/experiments/${created.body.data.id}`;
    const times = '"start_time":"2024-03-01T10:00:00Z","end_time":"2024-03-01T10:00:01Z"';
    const example = examples.data.examples[0].node_id as string;
    const run = await send(
      'post',
      `${experiment}/runs`,
      `{"dataset_example_id":"${example}","output":${PAYLOAD},"repetition_number":1,${times}}`,
    ).expect(200);
    expect(countIn((await server.request.get(`${experiment}/runs`)).text)).toBe(1);
    expect(countIn((await server.request.get(`${experiment}/json`)).text)).toBeGreaterThanOrEqual(
      3,
    );
    await send(
      'post',
      '/v1/experiment_evaluations',
      `{"experiment_run_id":"${run.body.data.id}","name":"e","annotator_kind":"CODE",${times},` +
        `"result":{"score":1},"metadata":${PAYLOAD}}`,
    ).expect(200);
    expect(await stored('metadata', 'experiment_run_annotations')).toBe(PAYLOAD);
    expect(countIn((await send('patch', experiment, `{"metadata":${PAYLOAD}}`)).text)).toBe(1);
  });

  it('keep their order in annotations', async () => {
    const span = await aSpan(server);
    const annotation = `"span_id":"${span.span_id}","name":"q","annotator_kind":"CODE"`;
    const body = `{"data":[{${annotation},"result":{"score":1.0},"metadata":${PAYLOAD}}]}`;
    await send('post', '/v1/span_annotations?sync=true', body).expect(200);
    const project = globalId('Project', span.project_id);
    const path = `/v1/projects/${project}/span_annotations?span_ids=${span.span_id}`;
    expect(countIn((await server.request.get(path).expect(200)).text)).toBe(1);
  });

  it('keep their order in prompts', async () => {
    const version = aVersion({
      tools: {
        type: 'tools',
        tools: [
          {
            type: 'function',
            function: { name: 'f', parameters: { type: 'object', properties: 'PAYLOAD' } },
          },
        ],
      },
    });
    const properties = '{"2":{"type":"string"},"10":{"type":"string"},"1":{"type":"string"}}';
    const body = `{"prompt":{"name":"ordered","metadata":${PAYLOAD}},"version":${JSON.stringify(version)}}`;
    const created = await send('post', '/v1/prompts', body.replace('"PAYLOAD"', properties)).expect(
      200,
    );
    expect(created.text).toContain(properties);
    expect(countIn((await server.request.get('/v1/prompts')).text)).toBe(1);
    const latest = await server.request.get('/v1/prompts/ordered/latest').expect(200);
    expect(latest.text).toContain(properties);
  });

  it('keep their order after a colon with spaces, and in names that look marked', async () => {
    const metadata = '{"#2" : 0, "2":1, "1": 2, "#": 3}';
    const query = `mutation ($m: JSON) { createDataset(input: { name: "marked", metadata: $m }) { dataset { metadata } } }`;
    expect(await gqlText(query, `{"m":${metadata}}`)).toContain('{"#2":0,"2":1,"1":2,"#":3}');
  });
});

import { whenIndexed } from '../../support/background-loops.js';
import { sendTraces } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const QUESTION = `What is a ${'very '.repeat(80)}old arch made of?`;
const ANSWER = `Of ${'many '.repeat(80)}limestones.`;

interface Listed {
  data: { attributes: Record<string, unknown> }[];
}

/** `docs/adr/0111-text-is-stored-once.md` says how it is stored. */
describe('a text that is the value and a message of a span', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await sendTraces(server.url, [
      {
        project: 'arches',
        name: 'chat',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'gpt-4o-mini',
          'gen_ai.input.messages': message('user', QUESTION),
          'gen_ai.output.messages': message('assistant', ANSWER),
        },
      },
    ]);
    await whenIndexed(server);
  });
  afterAll(() => server.stop());

  async function list(query: Record<string, string>): Promise<Listed['data']> {
    const { body } = await server.request.get('/v1/projects/arches/spans').query(query).expect(200);
    return (body as Listed).data;
  }

  it('is stored once', async () => {
    const [row] = await server.sql(
      `SELECT attributes -> 'input.value' AS input, payload #> '{input,value}' AS copy FROM spans`,
    );
    expect(row).toEqual({ input: { same: '{llm,input_messages,0,message,content}' }, copy: null });
  });

  it('is returned under both names', async () => {
    const [span] = await list({});
    expect(span?.attributes).toMatchObject({
      'input.value': QUESTION,
      'llm.input_messages.0.message.content': QUESTION,
      'output.value': ANSWER,
      'llm.output_messages.0.message.content': ANSWER,
    });
    const { data, errors } = await server.gql<{ getProjectByName: { spans: { edges: object[] } } }>(
      `{ getProjectByName(name: "arches") { spans(first: 5) { edges { node {
           input { value mimeType } output { value } attributes } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data?.getProjectByName.spans.edges).toEqual([
      {
        node: {
          input: { value: QUESTION, mimeType: 'text' },
          output: { value: ANSWER },
          attributes: expect.stringContaining(`"value":${JSON.stringify(QUESTION)}`),
        },
      },
    ]);
  });

  it.each([
    `'old arch' in input.value`,
    `input.value == '${QUESTION}'`,
    `attributes['output']['value'] == '${ANSWER}'`,
    `'limestones' in output.value and 'limestones' not in input.value`,
    `input.value is not None`,
    `'old arch' in attributes['input']`,
    `input.value != 'short'`,
  ])('meets a condition: %.50s', async (filter) => {
    expect(await list({ filter })).toHaveLength(1);
  });

  it.each([
    `'limestones' in input.value`,
    `input.value == 'short'`,
    `input.value is None`,
    `'same' in input.value`,
    `'same' in attributes['input']`,
    `'input_messages' in output.value`,
  ])('does not meet a condition: %.50s', async (filter) => {
    expect(await list({ filter })).toEqual([]);
  });

  it('is found by an attribute filter with the whole text', async () => {
    expect(await list({ attribute: `input.value:${QUESTION}` })).toHaveLength(1);
    expect(await list({ attribute: `output.value:${QUESTION}` })).toEqual([]);
  });

  it('meets conditions on traces', async () => {
    const found = async (condition: string) => {
      const { data } = await server.gql<{
        getProjectByName: { traces: { edges: object[] } };
      }>(
        `query ($condition: String) { getProjectByName(name: "arches") {
           traces(first: 5, traceFilterCondition: $condition) { edges { node { traceId } } } } }`,
        { condition },
      );
      return data?.getProjectByName.traces.edges.length;
    };
    expect(await found(`'old arch' in input`)).toBe(1);
    expect(await found(`'old arch' in output`)).toBe(0);
  });
});

function message(role: string, content: string): string {
  return JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
}

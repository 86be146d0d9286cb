import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('checks of conditions on spans over GraphQL', () => {
  let server: TestServer;
  const id = globalId('Project', 1);

  beforeAll(async () => {
    server = await startTestServer();
    const { span_id } = await aSpan(server, {
      project_id: 1,
      user_id: 'u',
      input_preview: 'hi',
      attributes: { 'metadata.tier': 'gold', 'user.id': 'u', 'input.value': 'hi' },
      payload: { list: ['a'] },
    });
    await server.request
      .post('/v1/span_annotations?sync=true')
      .send({ data: [{ span_id, name: 'helpful', annotator_kind: 'CODE', result: { score: 1 } }] })
      .expect(200);
  });
  afterAll(() => server.stop());

  async function validate(condition: string, project = id) {
    const { data } = await server.gql<{
      node: {
        validateSpanFilterCondition: {
          isValid: boolean;
          errorMessage: string | null;
          warnings: string[];
        };
      };
    }>(
      `query ($id: ID!, $condition: String!) { node(id: $id) { ... on Project {
         validateSpanFilterCondition(condition: $condition) { isValid errorMessage warnings } } } }`,
      { id: project, condition },
    );
    return data!.node.validateSpanFilterCondition;
  }

  it.each([
    ['drop the quotes', "latency_ms > '100'"],
    ['`==`', "name = 'x'"],
    ['`score`', 'annotations["q"].scores > 1'],
    ['no offset from UTC', "start_time > '2024-01-01'"],
    ['too large', '1e400'],
    ['is missing', "name == 'a' and"],
    ['NUL', "name == 'a\0'"],
    ['50000 characters', `name == '${'x'.repeat(200_000)}'`],
    ['nested too deeply', `${'not '.repeat(10_000)}parent_id is None`],
    ['100 comparisons', Array.from({ length: 1000 }, () => "name == 'a'").join(' or ')],
  ])('refuses a condition with the same text about %j everywhere', async (part, condition) => {
    const { isValid, errorMessage, warnings } = await validate(condition);
    expect([isValid, warnings]).toEqual([false, []]);
    expect(errorMessage).toContain(part);
    expect(errorMessage!.length).toBeLessThanOrEqual(300);
    for (const field of [
      'spans(first: 1, filterCondition: $condition) { edges { cursor } }',
      'analyzeSpanFilterCondition(condition: $condition) { selectsRootSpansOnly }',
    ]) {
      const { errors } = await server.gql(
        `query ($id: ID!, $condition: String!) { node(id: $id) { ... on Project { ${field} } } }`,
        { id, condition },
      );
      expect(errors?.map(({ message }) => message)).toEqual([errorMessage]);
    }
  });

  it('warns about annotations that nothing in the project has', async () => {
    expect(await validate("annotations['helpful'].score > 1 and name == 'x'")).toEqual({
      isValid: true,
      errorMessage: null,
      warnings: [],
    });
    const { warnings } = await validate(
      "annotations['helpfull'] or trace_annotations['helpful'].score > 1 or evals['helpfull'].score > 1",
    );
    expect(warnings).toEqual([
      'No span of this project has an annotation named `helpfull`.',
      'No trace of this project has an annotation named `helpful`.',
    ]);
    expect((await validate('')).isValid).toBe(true);
  });

  it('warns about attributes that none of the newest spans has', async () => {
    const unseen = (name: string, suggestion = '.') =>
      `None of the newest 1,000 spans of this project has the attribute \`${name}\`${suggestion}`;
    const { warnings } = await validate(
      "latency > 5 and user.id == 'a' and metadata['tier'] == 'gold' and metadata['tear'] == 'x'",
    );
    expect(warnings).toEqual([
      unseen('latency', '; did you mean `latency_ms`?'),
      unseen('metadata.tear'),
    ]);
    for (const seen of [
      'metadata is not None',
      "input.value == 'a'",
      "attributes['list'][0] == 'a'",
      "cumulative_token_count.total > 1 and parent_span is None and span_kind == 'LLM'",
    ]) {
      expect([seen, (await validate(seen)).warnings]).toEqual([seen, []]);
    }
    expect((await validate("attributes['list'][7] == 1 or list > 1")).warnings).toEqual([
      unseen('list.7'),
    ]);
    expect((await validate("a['\\ud800'] == 1")).errorMessage).toContain('at character');
    expect((await validate('attributes["a"][99999999999] == 1')).isValid).toBe(false);
    expect((await validate('tipo == 1 or tipo == 2')).warnings).toEqual([unseen('tipo')]);
  });

  it("looks for attributes and annotations only in the project's own spans", async () => {
    const foreign = await aProject(server);
    await aSpan(server, { project_id: foreign.id, attributes: { theirs: 1 } });
    expect((await validate('theirs == 1')).warnings).toHaveLength(1);
    const empty = await aProject(server);
    expect((await validate('theirs == 1', globalId('Project', empty.id))).warnings).toEqual([]);
  });

  it('tells which conditions select only root spans', async () => {
    const { data } = await server.gql<{ node: Record<string, { selectsRootSpansOnly: boolean }> }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         roots: analyzeSpanFilterCondition(condition: "parent_id is None") { selectsRootSpansOnly }
         some: analyzeSpanFilterCondition(condition: "name == 'a'") { selectsRootSpansOnly }
         all: analyzeSpanFilterCondition(condition: " ") { selectsRootSpansOnly } } } }`,
      { id },
    );
    expect(data?.node).toEqual({
      roots: { selectsRootSpansOnly: true },
      some: { selectsRootSpansOnly: false },
      all: { selectsRootSpansOnly: false },
    });
  });
});

import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { createPrompt, mutate, refusal } from './operations.js';

const LABEL = 'id name description color usageCount';

describe('labels of prompts', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    await server.sql('DELETE FROM prompts');
    await server.sql('DELETE FROM prompt_labels');
  });

  const create = (input: object) =>
    mutate<{ createPromptLabel: { promptLabels: { id: string }[] } }>(
      server,
      'createPromptLabel',
      'CreatePromptLabelInput',
      input,
      `promptLabels { ${LABEL} } query { promptLabels { edges { node { name } } } }`,
    );
  const aLabel = async (name: string): Promise<string> =>
    (await create({ name })).data!.createPromptLabel.promptLabels[0]!.id;
  const patch = (input: object) =>
    mutate(server, 'patchPromptLabel', 'PatchPromptLabelInput', input, `promptLabels { ${LABEL} }`);
  const remove = (...promptLabelIds: string[]) =>
    mutate(
      server,
      'deletePromptLabels',
      'DeletePromptLabelsInput',
      { promptLabelIds },
      'deletedPromptLabelIds',
    );
  const set = (promptId: string, ...promptLabelIds: string[]) =>
    mutate(
      server,
      'setPromptLabels',
      'SetPromptLabelsInput',
      { promptId, promptLabelIds },
      'query { promptCount }',
    );
  const unset = (promptId: string, ...promptLabelIds: string[]) =>
    mutate(
      server,
      'unsetPromptLabels',
      'UnsetPromptLabelsInput',
      { promptId, promptLabelIds },
      'query { promptCount }',
    );
  const labelsOf = async (id: string) => {
    const { data } = await server.gql<{ node: { labels: { name: string }[] } }>(
      'query ($id: ID!) { node(id: $id) { ... on Prompt { labels { name } } } }',
      { id },
    );
    return data!.node.labels.map(({ name }) => name).join();
  };

  it('are created with a name in any script, a description and a color', async () => {
    const name = ' Über "名" 😀 <b>&% ';
    const { data } = await create({ name, description: 'd', color: '#AbCdEf' });
    expect(data!.createPromptLabel).toMatchObject({
      promptLabels: [{ name: name.trim(), description: 'd', color: '#AbCdEf', usageCount: 0 }],
      query: { promptLabels: { edges: [{ node: { name: name.trim() } }] } },
    });
    expect((await create({ name: 'plain' })).data!.createPromptLabel.promptLabels).toMatchObject([
      { description: null, color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    ]);
  });

  it.each([
    [{ name: '' }, 'The name must not be empty'],
    [{ name: ' \n' }, 'The name must not be empty'],
    [{ name: 'a\0' }, 'NUL'],
    [{ name: '\ud800' }, 'lone surrogates'],
    [{ name: 'é'.repeat(513) }, '1024 bytes'],
    [{ name: 'a', color: 'red' }, 'color'],
    [{ name: 'a', color: '#12345' }, 'color'],
    [{ name: 'a', color: '#123456;x' }, 'color'],
    [{ name: 'a', description: '\0' }, 'NUL'],
  ])('are not created from %j', async (input, expected) => {
    expect(refusal(await create(input))).toContain(expected);
    expect(await server.sql('SELECT 1 FROM prompt_labels')).toEqual([]);
  });

  it('have unique names', async () => {
    await aLabel('one');
    const two = await aLabel('two');
    expect(refusal(await create({ name: ' one ' }))).toMatch(/^CONFLICT/);
    expect(refusal(await patch({ promptLabelId: two, name: 'one' }))).toMatch(/^CONFLICT/);
  });

  it('keep the fields that a change leaves out', async () => {
    const promptLabelId = (await create({ name: 'a', description: 'd', color: '#000000' })).data!
      .createPromptLabel.promptLabels[0]!.id;
    const changed = async (input: object) => {
      const { data } = await patch({ promptLabelId, ...input });
      const [label] = (data!['patchPromptLabel'] as { promptLabels: object[] }).promptLabels;
      return label;
    };
    expect(await changed({ name: ' b ' })).toMatchObject({ name: 'b', description: 'd' });
    expect(await changed({ color: '#ffffff' })).toMatchObject({ name: 'b', color: '#ffffff' });
    expect(await changed({ description: null, name: null, color: null })).toMatchObject({
      name: 'b',
      description: null,
      color: '#ffffff',
    });
    const absent = { promptLabelId: globalId('PromptLabel', 999_999), name: 'x' };
    expect(refusal(await patch(absent))).toMatch(/^NOT_FOUND/);
    expect(refusal(await patch({ promptLabelId: 'x', name: 'x' }))).toMatch(/^BAD_USER_INPUT/);
  });

  it('are added to prompts, counted, used as a filter and removed', async () => {
    const [a, b] = [await createPrompt(server, 'a'), await createPrompt(server, 'b')];
    const [blue, red] = [await aLabel('blue'), await aLabel('red')];
    await set(a, red);
    await set(a, blue, red);
    await set(b, blue);
    expect(await labelsOf(a)).toBe('blue,red');
    const { data } = await server.gql<{ promptLabels: { edges: { node: object }[] } }>(
      '{ promptLabels { edges { node { name usageCount } } } }',
    );
    expect(data!.promptLabels.edges.map(({ node }) => node)).toEqual([
      { name: 'blue', usageCount: 2 },
      { name: 'red', usageCount: 1 },
    ]);
    const filtered = async (...labelIds: string[]) => {
      const answer = await server.gql<{ prompts: { edges: { node: { name: string } }[] } }>(
        'query ($labelIds: [ID!]) { prompts(labelIds: $labelIds) { edges { node { name } } } }',
        { labelIds },
      );
      return answer.data!.prompts.edges.map(({ node }) => node.name).join();
    };
    expect(await filtered(red)).toBe('a');
    expect(await filtered(blue, red)).toBe('b,a');
    expect(await filtered(globalId('PromptLabel', 999_999))).toBe('');
    expect(await filtered()).toBe('b,a');
    await unset(a, blue, red);
    await unset(a, red);
    expect(await labelsOf(a)).toBe('');
    expect(await labelsOf(b)).toBe('blue');
  });

  it('are added together or not at all', async () => {
    const a = await createPrompt(server, 'a');
    const label = await aLabel('x');
    const absent = globalId('PromptLabel', 999_999);
    expect(refusal(await set(a, label, absent))).toMatch(/^NOT_FOUND/);
    expect(await labelsOf(a)).toBe('');
    expect(refusal(await set(globalId('Prompt', 999_999), label))).toMatch(/^NOT_FOUND/);
    expect(refusal(await set(a, 'nonsense'))).toMatch(/^BAD_USER_INPUT/);
    expect(refusal(await unset(a, globalId('DatasetLabel', 1)))).toMatch(/^BAD_USER_INPUT/);
  });

  it('are deleted together or not at all, and removed from prompts', async () => {
    const a = await createPrompt(server, 'a');
    const [one, two] = [await aLabel('one'), await aLabel('two')];
    await set(a, one, two);
    expect(refusal(await remove(one, globalId('PromptLabel', 999_999)))).toMatch(/^NOT_FOUND/);
    expect(await labelsOf(a)).toBe('one,two');
    expect((await remove(one, two, one)).data).toEqual({
      deletePromptLabels: { deletedPromptLabelIds: [one, two, one] },
    });
    expect(await labelsOf(a)).toBe('');
    expect(refusal(await remove(one))).toMatch(/^NOT_FOUND/);
  });
});

import { admin } from '../support/admin.js';
import { startTestServer, type TestServer } from '../support/server.js';

interface Version {
  id: string;
  metadata: Record<string, unknown>;
}

describe('npm run admin -- import phoenix, with prompts', () => {
  let source: TestServer;
  let target: TestServer;

  beforeAll(async () => {
    source = await startTestServer();
    target = await startTestServer();
  });
  afterAll(async () => {
    await source.stop();
    await target.stop();
  });

  const version = (text: string) => ({
    description: text,
    model_provider: 'OPENAI',
    model_name: 'gpt-4o-mini',
    template_type: 'CHAT',
    template_format: 'MUSTACHE',
    template: { type: 'chat', messages: [{ role: 'user', content: `${text} {{question}}` }] },
    invocation_parameters: { type: 'openai', openai: { temperature: 0.5 } },
    metadata: { reviewed: true },
  });
  const push = async (server: TestServer, name: string, text: string): Promise<Version> => {
    const prompt = { name, description: 'Answers', metadata: { team: 'a' } };
    const { body } = await server.request
      .post('/v1/prompts')
      .send({ prompt, version: version(text) })
      .expect(200);
    return body.data as Version;
  };
  const run = () =>
    admin(['import', 'phoenix', '--url', source.url], {
      SPANDREL_DATABASE_URL: target.databaseUrl,
    });
  /** The versions under a path, without what each server has of its own. */
  const read = async (server: TestServer, path: string) => {
    const { body } = await server.request.get(`/v1/prompts/${path}`).expect(200);
    return [body.data as Version | Version[]].flat().map((version) => {
      const { id: _id, metadata, ...rest } = version;
      const { imported_version: _version, ...own } = metadata;
      return { ...rest, metadata: own };
    });
  };

  it('repeats their versions and tags, and only new versions later', async () => {
    const first = await push(source, 'answer', 'one');
    await source.request
      .post(`/v1/prompt_versions/${first.id}/tags`)
      .send({ name: 'production', description: 'Live' })
      .expect(204);
    await push(source, 'answer', 'two');
    await push(source, 'other', 'one');
    const imported = await run();
    expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('prompts: 2\n')]);
    expect(imported.stdout).toContain('versions of prompts: 3\n');

    await push(source, 'answer', 'three');
    const second = await run();
    expect(second.stdout).toContain('versions of prompts: 1\n');
    expect(second.stdout).toContain('prompts: 0, and 2 that were stored already\n');
    for (const path of ['answer/versions', 'answer/tags/production', 'other/versions']) {
      expect(await read(target, path)).toEqual(await read(source, path));
    }
    const { body } = await target.request.get('/v1/prompts').expect(200);
    expect(body.data).toContainEqual(
      expect.objectContaining({ name: 'answer', description: 'Answers', metadata: { team: 'a' } }),
    );
  }, 60_000);

  it('repeats the labels of prompts that were not changed here', async () => {
    await push(source, 'labelled', 'one');
    await push(source, 'changed', 'one');
    const label = { name: 'support', color: '#aabbcc', description: 'Of the team' };
    const created = await source.gql<{ createPromptLabel: { promptLabels: { id: string }[] } }>(
      `mutation ($input: CreatePromptLabelInput!) {
         createPromptLabel(input: $input) { promptLabels { id } } }`,
      { input: label },
    );
    const labelId = created.data!.createPromptLabel.promptLabels[0]!.id;
    const { data } = await source.gql<{
      prompts: { edges: { node: { id: string; name: string } }[] };
    }>('{ prompts(first: 100) { edges { node { id name } } } }');
    for (const { node } of data!.prompts.edges) {
      const input = { promptId: node.id, promptLabelIds: [labelId] };
      const set =
        'mutation ($input: SetPromptLabelsInput!) { setPromptLabels(input: $input) { __typename } }';
      if (/labelled|changed/.test(node.name))
        expect(await source.gql(set, { input })).toMatchObject({ data: {} });
    }
    await push(target, 'changed', 'of this server');
    expect((await run()).stdout).toContain('labels of prompts: 1\n');
    expect(
      await target.sql(
        `SELECT p.name AS prompt, l.name, l.color, l.description FROM prompt_labels l
           JOIN prompt_label_assignments a ON a.label_id = l.id JOIN prompts p ON p.id = a.prompt_id`,
      ),
    ).toEqual([{ prompt: 'labelled', ...label }]);
  }, 60_000);

  it('refuses prompts that were changed here, and takes the others', async () => {
    await push(source, 'mine', 'one');
    await push(target, 'mine', 'of this server');
    await push(source, 'new', 'one');
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        'This server has changed the prompt, or has another one of this name.',
      ),
    ]);
    expect(await read(target, 'mine/versions')).toMatchObject([{ description: 'of this server' }]);
    expect(await read(target, 'new/versions')).toEqual(await read(source, 'new/versions'));
  }, 60_000);
});

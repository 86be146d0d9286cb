import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { createPrompt, createVersion, mutate, refusal } from './operations.js';
import { push, saying } from './sent-prompts.js';

interface VersionAnswer {
  id: string;
  sequenceNumber: number;
  isLatest: boolean;
  previousVersion: { id: string } | null;
  [field: string]: unknown;
}

describe('prompts and their versions over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  describe('versions', () => {
    it('are numbered from 1, and show the previous and the newest version', async () => {
      const id = await createPrompt(server, 'p');
      await push(server, 'between');
      for (const text of ['2', '3', '4']) await push(server, 'p', saying(text));
      const { data } = await server.gql<{
        node: { versionCount: number; promptVersions: { edges: { node: VersionAnswer }[] } };
      }>(
        `query ($id: ID!) { node(id: $id) { ... on Prompt { versionCount promptVersions {
           edges { node { id sequenceNumber isLatest previousVersion { id } } } } } } }`,
        { id },
      );
      const versions = data!.node.promptVersions.edges.map(({ node }) => node);
      expect(data!.node.versionCount).toBe(4);
      expect(versions.map(({ sequenceNumber }) => sequenceNumber)).toEqual([4, 3, 2, 1]);
      expect(versions.map(({ isLatest }) => isLatest)).toEqual([true, false, false, false]);
      expect(versions.map(({ previousVersion }) => previousVersion?.id)).toEqual([
        ...versions.slice(1).map((version) => version.id),
        undefined,
      ]);
    });

    it('keep their numbers while others are created', async () => {
      const id = await createPrompt(server, 'p');
      const numbers = async () => {
        const { data } = await server.gql<{
          node: { promptVersions: { edges: { node: VersionAnswer }[] } };
        }>(
          `query ($id: ID!) { node(id: $id) { ... on Prompt {
             promptVersions(first: 100) { edges { node { id sequenceNumber } } } } } }`,
          { id },
        );
        return new Map(
          data!.node.promptVersions.edges.map(({ node }) => [node.id, node.sequenceNumber]),
        );
      };
      const seen: Map<string, number>[] = [];
      await Promise.all(
        Array.from({ length: 15 }, async (_, n) => {
          if (n % 2) await createVersion(server, id);
          else await push(server, 'p', saying(`${n}`));
          seen.push(await numbers());
        }),
      );
      const final = await numbers();
      expect([...final.values()].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 16 }, (_, n) => n + 1),
      );
      for (const earlier of seen) {
        for (const [version, number] of earlier) expect(final.get(version)).toBe(number);
      }
    });

    it('are found by id, by tag, or as the newest, only within their prompt', async () => {
      const id = await createPrompt(server, 'p', { tags: [{ name: 'live' }] });
      const second = await push(server, 'p', saying('2'));
      const foreign = await push(server, 'other');
      const { data } = await server.gql<{
        node: Record<string, { sequenceNumber: number } | null>;
      }>(
        `query ($id: ID!, $second: ID!, $foreign: ID!) { node(id: $id) { ... on Prompt {
           newest: version { sequenceNumber }
           live: version(tagName: "live") { sequenceNumber }
           none: version(tagName: "none") { sequenceNumber }
           second: version(versionId: $second) { sequenceNumber }
           foreign: version(versionId: $foreign) { sequenceNumber }
           versionTags { promptVersion { sequenceNumber } }
         } } }`,
        { id, second: second.id, foreign: foreign.id },
      );
      expect(data!.node).toEqual({
        newest: { sequenceNumber: 2 },
        live: { sequenceNumber: 1 },
        none: null,
        second: { sequenceNumber: 2 },
        foreign: null,
        versionTags: [{ promptVersion: { sequenceNumber: 1 } }],
      });
    });

    it('keep the answers of a model with its calls of tools, a note and metadata', async () => {
      const id = await createPrompt(server, 'p');
      const called = { name: 'weather', arguments: '{"city": "Bern"}' };
      const messages = [
        { role: 'USER', content: [{ text: { text: 'Is it raining?' } }] },
        { role: 'AI', content: [{ toolCall: { toolCallId: 'c1', toolCall: called } }] },
        { role: 'TOOL', content: [{ toolResult: { toolCallId: 'c1', result: 'It is.' } }] },
      ];
      const next = { description: 'Warmer', metadata: { ticket: 7 }, template: { messages } };
      const answer = await createVersion(server, id, next, [{ name: 'candidate' }]);
      expect(answer.errors).toBeUndefined();
      const { body } = await server.request.get('/v1/prompts/p/tags/candidate').expect(200);
      expect(body.data).toMatchObject({ description: 'Warmer', metadata: { ticket: 7 } });
      expect(body.data.template.messages.slice(1)).toEqual([
        {
          role: 'ai',
          content: [
            {
              type: 'tool_call',
              tool_call_id: 'c1',
              tool_call: { type: 'function', ...called },
            },
          ],
        },
        {
          role: 'tool',
          content: [{ type: 'tool_result', tool_call_id: 'c1', tool_result: 'It is.' }],
        },
      ]);
    });

    it('can be created with tags, which move to them', async () => {
      const id = await createPrompt(server, 'p', { tags: [{ name: 'live' }, { name: 'test' }] });
      const answer = await createVersion(server, id, {}, [{ name: 'live' }]);
      expect(answer.errors).toBeUndefined();
      const tags = await server.sql(
        'SELECT name FROM prompt_version_tags ORDER BY prompt_version_id, name',
      );
      expect(tags).toEqual([{ name: 'test' }, { name: 'live' }]);
      const absent = globalId('Prompt', 999_999);
      expect(refusal(await createVersion(server, absent))).toMatch(/^NOT_FOUND/);
      expect(refusal(await createVersion(server, 'nonsense'))).toMatch(/^BAD_USER_INPUT/);
      const hostile = await createVersion(server, id, {}, [{ name: 'live', description: '\0' }]);
      expect(refusal(hostile)).toContain('tags.0.description: Input should not contain NUL');
    });
  });

  describe('clonePrompt', () => {
    const clone = (input: object) =>
      mutate<{ clonePrompt: Record<string, unknown> }>(
        server,
        'clonePrompt',
        'ClonePromptInput',
        input,
        `id name description metadata sourcePromptId sourcePrompt { name } versionTags { name }
         promptVersions { edges { node { id sequenceNumber createdAt
           template { ... on PromptChatTemplate { messages { content {
             ... on TextContentPart { text { text } } } } } } } } }`,
      );

    it('copies every version in order under new ids, but no tags', async () => {
      const promptId = await createPrompt(server, 'source', {
        description: 'd',
        metadata: { a: 1 },
        tags: [{ name: 'live' }],
      });
      for (const text of ['two', 'three']) await push(server, 'source', saying(text));
      const { data, errors } = await clone({ promptId, name: 'copy' });
      expect(errors).toBeUndefined();
      expect(data!.clonePrompt).toMatchObject({
        name: 'copy',
        description: 'd',
        metadata: { a: 1 },
        sourcePromptId: promptId,
        sourcePrompt: { name: 'source' },
        versionTags: [],
      });
      const texts = (await server.request.get('/v1/prompts/copy/versions')).body.data.map(
        ({ template }: { template: { messages: { content: unknown }[] } }) =>
          template.messages[0]!.content,
      );
      expect(texts).toEqual(['three', 'two', [{ type: 'text', text: 'Hi {{who}}' }]]);
      const ids = await server.sql('SELECT count(DISTINCT id) AS count FROM prompt_versions');
      expect(ids).toEqual([{ count: 6 }]);
      const listed = await server.request.get('/v1/prompts');
      expect(listed.body.data[0]).toMatchObject({ name: 'copy', source_prompt_id: promptId });
      const patched = await server.request.patch('/v1/prompts/copy').send({ description: null });
      expect(patched.body.data).toMatchObject({ source_prompt_id: promptId });
      // Deleting the source does not delete the clone.
      await server.request.delete('/v1/prompts/source').expect(204);
      expect((await server.request.get('/v1/prompts')).body.data).toMatchObject([
        { name: 'copy', source_prompt_id: null },
      ]);
    });

    it('uses the given details instead of those of the source', async () => {
      const promptId = await createPrompt(server, 'source', { description: 'd' });
      const { data } = await clone({
        promptId,
        name: 'copy',
        description: null,
        metadata: { b: 2 },
      });
      expect(data!.clonePrompt).toMatchObject({ description: null, metadata: { b: 2 } });
    });

    it('refuses taken names and prompts that do not exist', async () => {
      const promptId = await createPrompt(server, 'source');
      expect(refusal(await clone({ promptId, name: 'source' }))).toMatch(/^CONFLICT/);
      expect(refusal(await clone({ promptId: globalId('Prompt', 999_999), name: 'x' }))).toMatch(
        /^NOT_FOUND/,
      );
      expect(refusal(await clone({ promptId: 'x', name: 'x' }))).toMatch(/^BAD_USER_INPUT/);
      expect(await server.sql('SELECT name FROM prompts')).toEqual([{ name: 'source' }]);
    });
  });

  it('patches and deletes prompts', async () => {
    const promptId = await createPrompt(server, 'p', { description: 'd', metadata: { a: 1 } });
    const patch = (input: object) =>
      mutate(
        server,
        'patchPrompt',
        'PatchPromptInput',
        { promptId, ...input },
        'description metadata',
      );
    expect((await patch({ description: ' new\n' })).data).toEqual({
      patchPrompt: { description: 'new', metadata: { a: 1 } },
    });
    expect((await patch({ metadata: { b: 2 } })).data).toEqual({
      patchPrompt: { description: 'new', metadata: { b: 2 } },
    });
    expect((await patch({ description: null, metadata: null })).data).toEqual({
      patchPrompt: { description: null, metadata: { b: 2 } },
    });
    expect(refusal(await patch({ metadata: 'x' }))).toMatch(/^BAD_USER_INPUT/);
    const remove = () =>
      mutate(server, 'deletePrompt', 'DeletePromptInput', { promptId }, 'query { promptCount }');
    expect((await remove()).data).toEqual({ deletePrompt: { query: { promptCount: 0 } } });
    expect(refusal(await remove())).toMatch(/^NOT_FOUND/);
    expect(refusal(await patch({ description: 'x' }))).toMatch(/^NOT_FOUND/);
  });

  it('finds prompts, versions and tags by global id', async () => {
    const id = await createPrompt(server, 'p', { tags: [{ name: 'live' }] });
    const { data } = await server.gql<{ getPromptByName: Record<string, { id: string }> }>(
      `{ getPromptByName(name: "p") { version { id } } }`,
    );
    const version = data!.getPromptByName['version']!.id;
    const [tag] = await server.sql<{ id: number }>('SELECT id FROM prompt_version_tags');
    const found = await Promise.all(
      [id, version, globalId('PromptVersionTag', tag!.id)].map((node) =>
        server.gql('query ($id: ID!) { node(id: $id) { id __typename } }', { id: node }),
      ),
    );
    expect(found.map((answer) => answer.data!['node'])).toMatchObject([
      { id, __typename: 'Prompt' },
      { id: version, __typename: 'PromptVersion' },
      { __typename: 'PromptVersionTag' },
    ]);
    for (const type of ['Prompt', 'PromptVersion', 'PromptVersionTag', 'PromptLabel']) {
      const answer = await server.gql('query ($id: ID!) { node(id: $id) { id } }', {
        id: globalId(type, 999_999),
      });
      expect(refusal(answer)).toMatch(/^NOT_FOUND/);
    }
  });
});

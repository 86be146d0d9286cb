import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { VERSION_FIELDS } from './operations.js';
import { aVersion, push } from './sent-prompts.js';

describe('lists of prompts over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  describe('the list', () => {
    const names = async (args: string) => {
      const { data, errors } = await server.gql<{
        prompts: { edges: { node: { name: string } }[] };
      }>(`{ prompts${args} { edges { node { name } } } }`);
      return (
        errors?.[0]?.extensions.code ?? data!.prompts.edges.map(({ node }) => node.name).join()
      );
    };

    it('is sorted newest first, and its search ignores case', async () => {
      for (const name of ['greet', 'greeter-2', 'sum_up']) await push(server, name);
      const filter = (value: string) =>
        names(`(filter: {col: name, value: ${JSON.stringify(value)}})`);
      expect(await names('')).toBe('sum_up,greeter-2,greet');
      expect(await filter('GREET')).toBe('greeter-2,greet');
      expect(await filter('_')).toBe('sum_up');
      expect(await filter('%')).toBe('');
      expect(await filter('\0')).toBe('');
      expect(await names('(first: 1)')).toBe('sum_up');
      expect(await names('(last: 1)')).toBe('greet');
      expect(await names('(first: -1)')).toBe('BAD_USER_INPUT');
      expect(await names('(labelIds: ["nonsense"])')).toBe('BAD_USER_INPUT');
    });

    const LIST = `query ($first: Int) { prompts(first: $first) { edges { node {
      name description createdAt updatedAt versionCount createdBy { username } updatedBy { username }
      labels { name color } versionTags { name user { username } promptVersion { sequenceNumber } } sourcePrompt { name }
      version { id modelName modelProvider sequenceNumber user { username } tags { name } }
      tagged: version(tagName: "live") { id }
      promptVersions(first: 2) { edges { node { id ${VERSION_FIELDS} } } }
    } } } }`;

    it('needs no more statements for twenty prompts than for five', async () => {
      for (let n = 0; n < 20; n++) {
        await push(server, `p${n}`);
        await push(server, `p${n}`);
      }
      const count = async (first: number) => {
        const { result, statements } = await server.countQueries(() => server.gql(LIST, { first }));
        expect(result.errors).toBeUndefined();
        return statements;
      };
      const few = await count(5);
      const many = await count(20);
      expect(many.length).toBe(few.length);
      expect(many.length).toBeLessThanOrEqual(17);
    });

    it('reads no payloads of versions unless they are requested', async () => {
      await push(server, 'p');
      const { statements } = await server.countQueries(() =>
        server.gql(
          '{ prompts { edges { node { name versionCount version { modelName tags { name } } } } } }',
        ),
      );
      expect(statements.some((statement) => /v\.template\b|v\.tools/.test(statement))).toBe(false);
    });
  });
});

describe('the authors of prompts, versions and tags', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('are returned, or null after they are deleted', async () => {
    const { MEMBER, ADMIN } = server.accounts;
    const as = cookieOf(MEMBER);
    const body = { prompt: { name: 'p' }, version: aVersion() };
    const created = await server.request.post('/v1/prompts').set(as).send(body).expect(200);
    await server.request
      .post(`/v1/prompt_versions/${encodeURIComponent(created.body.data.id)}/tags`)
      .set(cookieOf(ADMIN))
      .send({ name: 'live' })
      .expect(204);
    await server.request.patch('/v1/prompts/p').set(cookieOf(ADMIN)).send({ description: 'x' });
    const show = () =>
      server.gqlAs<{ getPromptByName: object }>(
        as,
        `{ getPromptByName(name: "p") { createdBy { username } updatedBy { username }
           version { user { username } } versionTags { user { username } } } }`,
      );
    const admin = { username: ADMIN.username };
    const member = { username: MEMBER.username };
    expect((await show()).data!.getPromptByName).toEqual({
      createdBy: member,
      updatedBy: admin,
      version: { user: member },
      versionTags: [{ user: admin }],
    });
    await server.sql('DELETE FROM users WHERE id = $1', [ADMIN.userId]);
    expect((await show()).data!.getPromptByName).toMatchObject({
      updatedBy: null,
      versionTags: [{ user: null }],
    });
  });
});

import { aQuestion, judge, labels } from '../../evaluators/evaluator-operations.js';
import { aChat, aVersion, greet, message } from '../../playground/chats.js';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { type ProviderServer, startProviderServer } from '../../support/provider-server.js';
import { collect, openSocket } from '../../support/subscriptions.js';
import { placesOn } from './projects-with-roles.js';

const SECRET = 'tenantsecret';

const PREVIEW = `mutation ($input: EvaluatorPreviewsInput!) { evaluatorPreviews(input: $input) {
  results { error trace { project { name } } } } }`;
const CHAT = `subscription ($input: ChatCompletionInput!) { chatCompletion(input: $input) {
  ... on ChatCompletionSubscriptionResult { span { project { name } } }
  ... on ChatCompletionSubscriptionError { message } } }`;

describe('the project of the traces of the playground', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  const { as, admin, aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  /** Tests a judge, and returns the project of the trace. */
  const testJudge = async (account: Account, output: string): Promise<string | undefined> => {
    provider.answer(judge('right'));
    const inlineLlm = {
      name: 'judge',
      promptVersion: aQuestion(),
      outputConfigs: labels('right', 'wrong'),
    };
    const previews = [{ evaluator: { inlineLlm }, context: { output } }];
    const { data, errors } = await as<{
      evaluatorPreviews: { results: { trace: { project: { name: string } } | null }[] };
    }>(account, PREVIEW, { input: { previews } });
    expect(errors).toBeUndefined();
    return data!.evaluatorPreviews.results[0]!.trace?.project.name;
  };

  /** Asks a model in the playground, and returns the project of the trace. */
  const chat = async (account: Account, text: string): Promise<string | undefined> => {
    provider.answer(greet);
    const client = openSocket(server.url, cookieOf(account));
    const template = { messages: [message('USER', text)] };
    const results = await collect<{ chatCompletion: { span?: { project: { name: string } } } }>(
      client,
      CHAT,
      { input: aChat({ promptVersion: aVersion({ template }) }) },
    );
    await client.dispose();
    return results.map(({ data }) => data?.chatCompletion.span?.project.name).find(Boolean);
  };

  /** All that somebody reads about what was tried. */
  const readTries = async (account: Account): Promise<string> => {
    const projects = await server.request.get('/v1/projects?limit=1000').set(bearer(account.key));
    const names = (projects.body.data as { name: string }[]).map(({ name }) => name);
    const tried = names.filter((name) => name.startsWith('playground'));
    const spans = await Promise.all(
      tried.map(async (name) => {
        const path = `/v1/projects/${encodeURIComponent(name)}/spans?limit=1000`;
        return (await server.request.get(path).set(bearer(account.key))).text;
      }),
    );
    return spans.join();
  };

  it('is where everyone reads them, for those who read nothing private', async () => {
    await aPlace(true);
    const outsider = await anAccount('MEMBER');
    expect(await testJudge(outsider, 'public')).toBe('playground');
    expect(await chat(outsider, 'public')).toBe('playground');
  });

  it('is a project that only its user sees, for those who read a private project', async () => {
    const place = await aPlace(true);
    const insider = await anAccount('MEMBER', [[place, 'VIEWER']]);
    const colleague = await anAccount('MEMBER', [[place, 'MANAGER']]);
    const outsider = await anAccount('MEMBER');
    const own = `playground of user ${insider.userId}`;
    expect(await testJudge(insider, `${SECRET} output`)).toBe(own);
    expect(await chat(insider, `${SECRET} message`)).toBe(own);
    expect(await readTries(insider)).toContain(`${SECRET} output`);
    expect(await readTries(insider)).toContain(`${SECRET} message`);
    for (const other of [colleague, outsider]) expect(await readTries(other)).not.toContain(SECRET);
    expect(await readTries(server.accounts.ADMIN)).toContain(SECRET);
  });

  it('is a project of their own for members of a group, and for administrators', async () => {
    const place = await aPlace(true);
    const member = await anAccount('MEMBER');
    const { data } = await admin<{ createUserGroup: { userGroup: { id: string } } }>(
      `mutation ($input: CreateUserGroupInput!) { createUserGroup(input: $input) { userGroup { id } } }`,
      { input: { name: 'judges', memberIds: [globalId('User', member.userId)] } },
    );
    await admin(
      'mutation ($input: SetProjectRoleInput!) { setProjectRole(input: $input) { project { id } } }',
      {
        input: {
          projectId: place.id,
          userGroupId: data!.createUserGroup.userGroup.id,
          role: 'VIEWER',
        },
      },
    );
    for (const account of [member, server.accounts.ADMIN]) {
      expect(await testJudge(account, SECRET)).toBe(`playground of user ${account.userId}`);
    }
  });

  it('is nowhere once others see the project of their own, or have taken its name', async () => {
    const place = await aPlace(true);
    const insider = await anAccount('MEMBER', [[place, 'MEMBER']]);
    const own = await testJudge(insider, 'before');
    const reader = await anAccount('MEMBER');
    const [row] = await server.sql<{ id: string }>('SELECT id FROM projects WHERE name = $1', [
      own,
    ]);
    const projectId = globalId('Project', Number(row!.id));
    const input = { projectId, userId: globalId('User', reader.userId), role: 'VIEWER' };
    await admin(
      'mutation ($input: SetProjectRoleInput!) { setProjectRole(input: $input) { project { id } } }',
      { input },
    );
    expect(await testJudge(insider, SECRET)).toBeUndefined();
    const late = await anAccount('MEMBER', [[place, 'MEMBER']]);
    await aProject(server, { name: `playground of user ${late.userId}` });
    expect(await testJudge(late, SECRET)).toBeUndefined();
    expect(await readTries(reader)).not.toContain(SECRET);
  });
});

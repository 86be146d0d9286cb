import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { connect } from '../support/application.js';
import {
  type ProviderServer,
  startProviderServer,
  toEventStream,
} from '../support/provider-server.js';
import { eventually } from '../support/eventually.js';
import { collect, openSocket } from '../support/subscriptions.js';
import { aChat, aVersion, chunk, greet } from './chats.js';

const CHAT = `subscription ($input: ChatCompletionInput!) {
  chatCompletion(input: $input) {
    __typename
    ... on ChatCompletionSubscriptionResult { span { attributes } }
    ... on ChatCompletionSubscriptionError { message span { attributes } }
  }
}`;
const CREATE_PROVIDER = `mutation ($input: CreateGenerativeModelCustomProviderMutationInput!) {
  createGenerativeModelCustomProvider(input: $input) { provider { id } }
}`;
const CREATE_PROMPT = `mutation ($input: CreateChatPromptInput!) {
  createChatPrompt(input: $input) {
    id
    version { modelName customProvider { id name } }
  }
}`;
const KEY = 'sk-canary-of-a-request';

interface Payload {
  __typename: string;
  message?: string;
  span?: { attributes: string };
}

describe('chats of people who sign in', () => {
  let provider: ProviderServer;
  let server: SecuredServer;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(() => provider.answer(greet));

  const ask = async (headers: Record<string, string>, rest: object = {}) => {
    const client = openSocket(server.url, headers);
    try {
      const results = await collect<{ chatCompletion: Payload }>(client, CHAT, {
        input: aChat(rest),
      });
      return { ...results.at(-1)!, last: results.at(-1)!.data?.chatCompletion };
    } finally {
      await client.dispose();
    }
  };
  const member = () => cookieOf(server.accounts.MEMBER);

  it('name the user in the trace', async () => {
    const { last } = await ask(member());
    expect(JSON.parse(last!.span!.attributes)).toMatchObject({
      user: { id: server.accounts.MEMBER.username },
    });
  });

  it('are refused to viewers and to keys that only read', async () => {
    const viewer = await ask(cookieOf(server.accounts.VIEWER));
    expect(viewer.errors).toMatchObject([
      { message: 'Viewers cannot perform this action.', extensions: { code: 'FORBIDDEN' } },
    ]);
    const key = await server.createKey(server.accounts.MEMBER.userId, { scope: 'read' });
    const reader = await ask(bearer(key));
    expect(reader.errors).toMatchObject([{ message: 'This API key is read-only.' }]);
    const full = await ask(bearer(server.accounts.MEMBER.key));
    expect(full.last).toMatchObject({ __typename: 'ChatCompletionSubscriptionResult' });
  });

  it('are not possible without a session', async () => {
    const socket = new WebSocket(`${server.url}/graphql`, 'graphql-transport-ws');
    const [code] = await new Promise<[number]>((resolve) =>
      socket.once('close', (...closed: unknown[]) => resolve(closed as [number])),
    );
    expect(code).toBe(4401);
  });

  it('end for a session that has ended while its socket was open', async () => {
    const account = await server.createAccount('MEMBER');
    const client = openSocket(server.url, cookieOf(account));
    await collect(client, CHAT, { input: aChat() });
    await server.sql('DELETE FROM login_sessions WHERE user_id = $1', [account.userId]);
    await expect(collect(client, CHAT, { input: aChat() })).rejects.toBeDefined();
    await client.dispose();
  });

  const bySession = async (account: Account) => cookieOf(account);
  const byKey = async (account: Account) => bearer(account.key);
  const byApplication = async (account: Account) =>
    bearer((await connect(server, account.cookie)).access_token);

  it.each([
    ['the session ends', bySession, 'DELETE FROM login_sessions WHERE user_id = $1'],
    ['the key is deleted', byKey, 'DELETE FROM api_keys WHERE user_id = $1'],
    [
      'the application loses its access',
      byApplication,
      'UPDATE oauth2_grants SET revoked_at = now() WHERE user_id = $1',
    ],
    ['the user has a lower role', byKey, "UPDATE users SET role = 'VIEWER' WHERE id = $1"],
    ['the user is deactivated', byKey, 'UPDATE users SET deactivated_at = now() WHERE id = $1'],
    [
      'a project is hidden from the user',
      byKey,
      `INSERT INTO projects (name, name_folded, is_private)
       SELECT 'hidden from ' || $1::text, 'hidden from ' || $1::text, true`,
    ],
  ])('end when %s while they run', async (_, credentialOf, end) => {
    const account = await server.createAccount('MEMBER');
    const { promise: abandoned, resolve: leave } = Promise.withResolvers<void>();
    provider.answer(async (response, request) => {
      void request.abandoned.then(leave);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      while (!response.destroyed) {
        response.write(toEventStream([chunk({ content: 'more ' })], false));
        await sleep(200);
      }
    });
    const client = openSocket(server.url, await credentialOf(account));
    const events = client.iterate<{ chatCompletion: Payload }>({
      query: CHAT,
      variables: { input: aChat() },
    });
    expect((await events.next()).value).toMatchObject({ data: expect.anything() });
    await server.sql(end, [account.userId]);
    let last: unknown;
    for await (const event of events) last = event;
    expect(last).toMatchObject({
      errors: [{ message: 'Your access has ended.', extensions: { code: 'UNAUTHENTICATED' } }],
    });
    // The model is not asked on, either.
    await abandoned;
    await client.dispose();
  });

  it('do not reach private addresses with the credentials of a request', async () => {
    const { last } = await ask(member(), {
      promptVersion: aVersion({ modelProvider: 'OPENAI' }),
      connectionConfig: { baseUrl: `${provider.url}/private` },
      credentials: [{ envVarName: 'OPENAI_API_KEY', value: KEY }],
    });
    expect(last).toMatchObject({
      __typename: 'ChatCompletionSubscriptionError',
      message: expect.stringContaining('private') as string,
    });
    expect(JSON.stringify(last)).not.toContain(KEY);
  });

  it.each([
    ['an unknown variable', { credentials: [{ envVarName: 'PATH', value: 'x' }] }],
    ['a header that breaks out', { headers: { 'X-Team': 'a\r\nX-Other: b' } }],
    ['a header of the server', { headers: { Host: 'elsewhere.example' } }],
    ['an unknown file', { files: [{ messageIndex: 0, url: 'file:///etc/passwd' }] }],
    ['no repetitions', { repetitions: 0 }],
  ])('are refused with %s', async (_, rest) => {
    const { errors } = await ask(member(), rest);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('use the custom provider of a version, which is stored with it', async () => {
    const openai = { apiKey: 'sk-own', baseUrl: `${provider.url}/gateway` };
    const created = await server.gqlAs<{
      createGenerativeModelCustomProvider: { provider: { id: string } };
    }>(cookieOf(server.accounts.ADMIN), CREATE_PROVIDER, {
      input: { name: 'gateway', provider: 'Acme', clientConfig: { openai } },
    });
    const { id } = created.data!.createGenerativeModelCustomProvider.provider;
    const promptVersion = aVersion({ modelProvider: 'OPENAI', customProviderId: id });
    const { last } = await ask(member(), { promptVersion });
    // Only the environment may name private addresses while authentication is on.
    expect(last!.message).toContain('private');
    const prompt = await server.gqlAs(member(), CREATE_PROMPT, {
      input: { name: 'greeting', promptVersion },
    });
    expect(prompt.data).toMatchObject({
      createChatPrompt: { version: { customProvider: { id, name: 'gateway' } } },
    });
    await server.sql('DELETE FROM custom_model_providers');
    const unknown = await server.gqlAs(member(), CREATE_PROMPT, {
      input: { name: 'other', promptVersion },
    });
    expect(unknown.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('choose from the models with prices and those that the provider lists', async () => {
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'small' }, { id: 'large' }] }));
    });
    const list = (input: object) =>
      server.gqlAs<{ playgroundModels: { name: string; providerKey: string }[] }>(
        cookieOf(server.accounts.VIEWER),
        'query ($input: ModelsInput) { playgroundModels(input: $input) { name providerKey } }',
        { input },
      );
    const local = await list({ providerKey: 'OLLAMA' });
    expect(local.data!.playgroundModels).toEqual([
      { name: 'large', providerKey: 'OLLAMA' },
      { name: 'small', providerKey: 'OLLAMA' },
    ]);
    const priced = await list({ providerKey: 'ANTHROPIC', modelName: 'HAIKU' });
    const names = priced.data!.playgroundModels.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.includes('haiku'))).toBe(true);
  });

  it('end when the server stops', async () => {
    const other = await startSecuredServer(
      { OLLAMA_BASE_URL: `${provider.url}/ollama` },
      { isShared: false },
    );
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(toEventStream([chunk({ content: 'Wait' })], false));
    });
    const before = provider.requests.length;
    const client = openSocket(other.url, cookieOf(other.accounts.MEMBER));
    const reading = collect(client, CHAT, { input: aChat() });
    reading.catch(() => undefined);
    await eventually('a request', async () => provider.requests.length > before);
    await other.stop();
    await provider.requests[before]!.abandoned;
    await reading.catch(() => undefined);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import {
  type ProviderServer,
  startProviderServer,
  toEventStream,
} from '../support/provider-server.js';
import { ScimClient } from '../scim/scim-client.js';

const GREETING = {
  id: 'chat-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }],
};

describe('the stream of a chat completion whose reader loses access', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
    scim = await ScimClient.create(server);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  const deactivate = async ({ userId }: Account) => {
    const path = `/Users/${encodeURIComponent(globalId('User', userId))}`;
    const { status } = await scim.patch(path, { op: 'replace', path: 'active', value: false });
    expect(status).toBe(200);
  };
  const deleteKeys = ({ userId }: Account) =>
    server.sql('DELETE FROM api_keys WHERE user_id = $1', [userId]);
  const signOut = async (account: Account) => {
    await server.request.post('/auth/logout').set(cookieOf(account)).expect(204);
  };

  /** Begins a stream, lets `end` happen once its first words are here, and reads to its end. */
  async function readUntil(headers: Record<string, string>, end: () => Promise<unknown>) {
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        model: 'ollama:m',
        messages: [{ role: 'user', content: 'Hi' }],
        stream: true,
      }),
    });
    expect(response.status).toBe(200);
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body!) {
      const isFirst = text === '';
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (isFirst) await end();
    }
    return text;
  }

  it.each<
    [string, (account: Account) => Record<string, string>, (account: Account) => Promise<unknown>]
  >([
    ['its user is deactivated', cookieOf, deactivate],
    ['its user is deactivated, with a key', ({ key }) => bearer(key), deactivate],
    ['its key is deleted', ({ key }) => bearer(key), deleteKeys],
    ['its user signs out', cookieOf, signOut],
  ])('ends with an error, and leaves the provider: %s', async (_, headersOf, end) => {
    const account = await server.createAccount('MEMBER');
    // Neither ends the answer nor goes on with it.
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(toEventStream([GREETING], false));
    });
    const text = await readUntil(headersOf(account), () => end(account));
    expect(text).toContain('"content":"Hello"');
    expect(text).toContain('"type":"authentication_error"');
    expect(text).not.toContain('[DONE]');
    await provider.requests.at(-1)!.abandoned;
  });

  it('ends with an error while words arrive all the time', async () => {
    const account = await server.createAccount('MEMBER');
    provider.answer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      while (!response.destroyed) {
        response.write(toEventStream([GREETING], false));
        await sleep(20);
      }
    });
    const text = await readUntil(cookieOf(account), () => deactivate(account));
    expect(text).toContain('"type":"authentication_error"');
    await provider.requests.at(-1)!.abandoned;
  });
});

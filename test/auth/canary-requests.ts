import { aProvider, CANARY, CREATE, PATCH } from '../model-providers/custom-provider-operations.js';
import { type CanaryServer, CANARIES, type Headers } from './canary-server.js';

const BY_VARIABLE = 'query ($password: Int) { projects(first: $password) { __typename } }';

/** Sends credentials where they belong and where they do not, well-formed and not. */
export function canaryRequests({ post, send, gql }: CanaryServer) {
  const { password, newPassword, wrongPassword, wrongToken, adminSecret, stored } = CANARIES;
  return {
    /** Tries sign-ins that are refused. */
    async failToSignIn(): Promise<void> {
      const email = 'admin@localhost';
      await post('/auth/login', { email, password: wrongPassword });
      await post('/auth/login', { email: wrongPassword, password });
      await post('/auth/login', { email, password: [password] });
      await post('/auth/login', `{"email": "${email}", "password": "${password}`);
    },

    /** Sends requests that cannot be answered, with each kind of credential. */
    async failWith(headers: Headers): Promise<void> {
      await send('GET', '/v1/projects', headers);
      await send('GET', `/v1/user?token=${wrongToken}`, headers);
      await send('GET', `/v1/nothing/${encodeURIComponent('a b')}`, headers);
      await gql(headers, '{ __typename viewer { nothing } }');
      await gql(headers, '{', { password });
      await gql(headers, BY_VARIABLE, { password: [password] });
      await post('/graphql', `{"variables": ${password}`, headers);
      await post('/v1/traces', 'not json', headers);
    },

    credentialsBeside: (session: Headers): Headers[] => [
      session,
      { authorization: `Bearer ${adminSecret}` },
      { authorization: `Bearer ${wrongToken}` },
      { authorization: adminSecret },
      { cookie: `spandrel-access-token=${wrongToken}` },
    ],

    async changePasswords(headers: Headers): Promise<void> {
      const query = `mutation ($input: PatchViewerInput!) { patchViewer(input: $input) { __typename } }`;
      const change = (input: object) => gql(headers, query, { input });
      await change({ currentPassword: wrongPassword, newPassword });
      await change({ currentPassword: [password], newPassword });
      await change({ currentPassword: password, newPassword: { newPassword } });
      await change({ currentPassword: password, newPassword: password });
      await change({ currentPassword: password, newPassword });
    },

    async addMember(headers: Headers): Promise<void> {
      const query = `mutation ($input: CreateUserInput!) {
        createUser(input: $input) { user { id username email } }
      }`;
      const add = (input: object) => gql(headers, query, { input: { role: 'MEMBER', ...input } });
      const member = {
        email: 'member@example.com',
        username: 'member',
        password: CANARIES.memberPassword,
      };
      await add({ ...member, email: CANARIES.memberPassword });
      await add({ ...member, role: 'KING' });
      await add(member);
      await add(member);
      for (const body of [
        { user: member },
        { user: [member] },
        { user: { ...member, auth_method: 'LOCAL' } },
      ]) {
        await post('/v1/users', body, headers);
      }
      await gql(headers, '{ users { edges { node { id username email authMethod } } } }');
      await send('GET', '/v1/users', headers);
    },

    async keepSecrets(headers: Headers): Promise<void> {
      for (const value of [stored, [stored], { stored }]) {
        const secrets = [{ key: 'OPENAI_API_KEY', value }];
        const query = `mutation ($input: UpsertOrDeleteSecretsMutationInput!) {
          upsertOrDeleteSecrets(input: $input) { upsertedSecrets { key } }
        }`;
        await gql(headers, query, { input: { secrets } });
        await send('PUT', '/v1/secrets', headers, { secrets });
      }
      await gql(headers, '{ secrets { edges { node { key value { __typename } } } } }');
    },

    /** Adds a provider and changes it, also in ways that are refused. Only administrators read its key. */
    async addProvider(headers: Headers): Promise<void> {
      const created = await gql(headers, CREATE, { input: aProvider() });
      const id = /"id":"([^"]+)"/.exec(created.text)?.[1];
      expect(id).toBeDefined();
      await gql(headers, CREATE, { input: aProvider() });
      const patch = (openai: object) =>
        gql(headers, PATCH, { input: { id, clientConfig: { openai } } });
      await patch({ apiKey: CANARY, baseUrl: `https://me:${CANARY}@models.example.com` });
      await patch({ apiKey: [CANARY] });
    },

    /** Creates and uses a key, of which only one response has more than the beginning. */
    async useKey(headers: Headers): Promise<void> {
      const { key } = await gql(
        headers,
        `mutation { createUserApiKey(input: { name: "bird" }) { jwt } }`,
      );
      const asKey = { authorization: `Bearer ${key}` };
      await send('GET', '/v1/projects', asKey);
      await send('GET', '/v1/user/api_keys', headers);
      await post('/v1/user/api_keys', { data: { name: key!.slice(0, 12) } }, asKey);
      await gql(headers, '{ viewer { apiKeys { name prefix } } }');
    },
  };
}

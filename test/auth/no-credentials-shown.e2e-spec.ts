import { anOtlpSpan, jsonRequest } from '../ingest/otlp.js';
import { CANARY } from '../model-providers/custom-provider-operations.js';
import { eventually } from '../support/eventually.js';
import { messageOf } from '../support/refused-env.js';
import { canaryRequests } from './canary-requests.js';
import { CANARIES, canaryServer } from './canary-server.js';
import { CLIENT, errorOf, SignIn } from './oidc-sign-in.js';

/** Makes every insert violate a constraint, so that PostgreSQL's error contains the row. */
const BREAK = ['users', 'api_keys', 'secrets', 'login_sessions', 'login_tokens'].map(
  (table) => `ALTER TABLE ${table} ADD CONSTRAINT never CHECK (false) NOT VALID`,
);
const MEND = ['users', 'api_keys', 'secrets', 'login_sessions', 'login_tokens'].map(
  (table) => `ALTER TABLE ${table} DROP CONSTRAINT never`,
);

describe('credentials', () => {
  const canary = canaryServer();
  const { answers, exportSpans, expectNothingTold, gql, login, made, owner, send, server } = canary;
  const requests = canaryRequests(canary);

  it('appear nowhere while everything works', async () => {
    await owner().query('UPDATE users SET password_needs_reset = false');
    const { cookie } = await login();
    const asAdmin = { cookie };
    const bySecret = { authorization: `Bearer ${CANARIES.adminSecret}` };
    const own = await send('POST', '/v1/user/api_keys', asAdmin, { data: { name: 'own' } });
    const system = await send('POST', '/v1/system/api_keys', bySecret, { data: { name: 'ci' } });
    for (const { data } of [own, system]) {
      const key = data!['key']!;
      const byKey = { authorization: `Bearer ${key}` };
      await send('GET', '/v1/projects', byKey);
      await send('POST', '/v1/user/api_keys', byKey, { data: { name: 'x' } });
      await send('POST', '/v1/traces', byKey, jsonRequest([anOtlpSpan()]));
      await exportSpans(key);
      await exportSpans(`${key}x`);
    }
    const secrets = [{ key: 'OPENAI_API_KEY', value: CANARIES.stored }];
    await send('PUT', '/v1/secrets', asAdmin, { secrets });
    await gql(asAdmin, '{ secrets { edges { node { key value { __typename } } } } }');
    await gql(asAdmin, '{ userApiKeys { name prefix } systemApiKeys { name prefix } }');
    await gql(asAdmin, '{ auditEvents(first: 1000) { edges { node { action details } } } }');
    await send('GET', '/v1/audit_events/export?format=jsonl', bySecret);
    await send('GET', '/v1/users/api_keys', asAdmin);
    await send('GET', '/v1/system/api_keys', asAdmin);
    await send('DELETE', `/v1/user/api_keys/${own.data!['id']}`, asAdmin);
    expect(made.size).toBe(4);
    expect(answers.join()).toContain('apikey.created');
    expectNothingTold();
  });

  it('appear nowhere while nothing can be stored', async () => {
    const { cookie } = await login();
    const asAdmin = { cookie };
    for (const statement of BREAK) await owner().query(statement);
    const secrets = [{ key: 'OPENAI_API_KEY', value: CANARIES.stored }];
    const statuses = [
      await send('PUT', '/v1/secrets', asAdmin, { secrets }),
      await send('POST', '/v1/user/api_keys', asAdmin, { data: { name: 'x' } }),
      await login(),
      await send('POST', '/auth/refresh', asAdmin),
    ].map(({ status }) => status);
    expect(statuses).toEqual([500, 500, 500, 500]);
    const query = `mutation ($input: CreateUserInput!) {
      createUser(input: $input) { user { id } }
    }`;
    const input = { email: 'a@example.com', username: 'a', role: 'VIEWER' };
    await gql(asAdmin, query, { input: { ...input, password: CANARIES.password } });
    for (const statement of MEND) await owner().query(statement);
    await eventually('the errors in the log', () =>
      Promise.resolve(server().output().split('violates check constraint').length > 5),
    );
    expectNothingTold();
    // Nor may their hashes or sealed forms appear.
    expect(server().output()).not.toMatch(/\$argon2id|Failing row|\\x[0-9a-f]{32}/);
  });

  it('writes no code, state, nonce, verifier, token or secret of OpenID Connect to its log', async () => {
    const start = server().output().length;
    const seen = new Set<string>([CLIENT.client_secret]);
    const remember = (signIn: SignIn) => {
      for (const value of signIn.cookies.values()) {
        for (const part of value.split('.')) if (part.length > 20) seen.add(part);
      }
    };
    const good = new SignIn(server());
    const callback = new URL(await good.toCallback('acme', 'ada'));
    remember(good);
    seen.add(callback.searchParams.get('code')!);
    expect((await good.browser.visit(callback.href)).status).toBe(302);
    remember(good);
    const bad = new SignIn(server());
    const second = new URL(await bad.toCallback('acme', 'ada'));
    remember(bad);
    second.searchParams.set('code', 'canary-code-of-somebody-else');
    seen.add('canary-code-of-somebody-else');
    expect(errorOf(await bad.browser.visit(second.href))).toBe('oauth_error');
    const sealed = 'eyJ';
    const log = server().output().slice(start);
    expect(log).toContain('sign-in refused');
    expect(log).toContain('login.succeeded');
    expect([...seen].filter((secret) => log.includes(secret))).toEqual([]);
    expect(log).not.toContain(sealed);
  });

  it('appear nowhere while much is refused', async () => {
    const session = { cookie: (await login()).cookie };
    await requests.failToSignIn();
    for (const headers of requests.credentialsBeside(session)) await requests.failWith(headers);
    await requests.changePasswords(session);
    const asAdmin = { cookie: (await login(CANARIES.newPassword)).cookie };
    expect(asAdmin.cookie).not.toBe('');
    await requests.addMember(asAdmin);
    await requests.keepSecrets(asAdmin);
    await requests.addProvider(asAdmin);
    await requests.useKey(asAdmin);
    await gql(
      asAdmin,
      '{ auditEvents { edges { node { action actorName subjectName details } } } }',
    );
    await send('GET', '/v1/audit_events/export', asAdmin);
    const renewed = { cookie: (await send('POST', '/auth/refresh', asAdmin)).cookie };
    await send('POST', '/auth/refresh', asAdmin);
    await send('POST', '/auth/logout', renewed);
    await send('GET', '/auth/logout', { ...renewed, 'x-request-id': 'last' });
    await eventually('the line of the last request', () =>
      Promise.resolve(/answered[\s\S]*logout/.test(server().output())),
    );
    expect(answers.join()).toContain('member@example.com');
    expect(answers.join()).toContain('password.changed');
    const stored = await canary.readEverythingStored();
    expect(stored).toContain('OPENAI_API_KEY');
    expectNothingTold(stored);
    expect(stored).not.toContain(CANARY);
    expect(server().output()).toContain('a sealed value cannot be read');
    expect(server().output()).not.toContain('canary');
  });

  it('appear in no message about settings', () => {
    const valid = canary.environment('canary-x');
    // A server that cannot start prints these messages as they are.
    const settings: Record<string, string>[] = [
      { SPANDREL_DATABASE_URL: 'mysql://canary:canary@x/y' },
      { SPANDREL_SECRET: 'canary' },
      { SPANDREL_ADMIN_SECRET: CANARIES.secret },
      { SPANDREL_PREVIOUS_SECRETS: CANARIES.adminSecret },
    ];
    for (const setting of settings) {
      const message = messageOf({ ...valid, ...setting });
      expect(message).toContain('SPANDREL_');
      expect(message).not.toContain('canary');
    }
  });
});

import {
  type Account,
  ADMIN_PASSWORD,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { createLocalAccount } from '../support/second-factor.js';
import { ScimClient } from './scim-client.js';

describe('deactivating a user', () => {
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    server = await startSecuredServer();
    scim = await ScimClient.create(server);
  });
  afterAll(() => server.stop());

  const pathOf = ({ userId }: Account) => `/Users/${encodeURIComponent(globalId('User', userId))}`;
  const setActive = (account: Account, active: boolean) =>
    scim.patch(pathOf(account), { op: 'replace', path: 'active', value: active });
  const statusWith = async (headers: Record<string, string>) =>
    (await server.request.get('/v1/projects').set(headers)).status;
  const login = ({ email }: Account) =>
    server.request.post('/auth/login').send({ email, password: ADMIN_PASSWORD });

  it('ends sessions, API keys and applications at once, and closes every sign-in', async () => {
    const account = await createLocalAccount(server);
    await server.sql(
      `INSERT INTO oauth2_grants (user_id, client_id, expires_at)
       SELECT $1, id, now() + interval '1 day' FROM oauth2_clients LIMIT 1`,
      [account.userId],
    );
    expect(await statusWith(cookieOf(account))).toBe(200);
    expect(await statusWith(bearer(account.key))).toBe(200);
    const { status, body } = await setActive(account, false);
    expect([status, body['active']]).toEqual([200, false]);
    const shown = await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      'query ($id: ID!) { node(id: $id) { ... on User { isActive } } }',
      { id: globalId('User', account.userId) },
    );
    expect(shown.data).toEqual({ node: { isActive: false } });
    expect(await statusWith(cookieOf(account))).toBe(401);
    expect(await statusWith(bearer(account.key))).toBe(401);
    const grants = await server.sql(
      'SELECT 1 FROM oauth2_grants WHERE user_id = $1 AND revoked_at IS NULL',
      [account.userId],
    );
    expect(grants).toEqual([]);
    const refused = await login(account);
    expect([refused.status, refused.text]).toEqual([401, 'Invalid email and/or password']);
    const refreshed = await server.request.post('/auth/refresh').set(cookieOf(account));
    expect(refreshed.status).toBe(401);
    const [event] = await server.sql(
      "SELECT details FROM audit_events WHERE action = 'user.deactivated' AND subject_id = $1",
      [String(account.userId)],
    );
    expect(event).toEqual({ details: { apiKeys: 1 } });
  });

  it('refuses credentials that were made at the same time', async () => {
    const account = await createLocalAccount(server);
    await setActive(account, false);
    const late = await server.createKey(account.userId);
    const Cookie = await server.signIn(account.userId);
    expect(await statusWith(bearer(late))).toBe(401);
    expect(await statusWith({ Cookie })).toBe(401);
    await setActive(account, true);
    expect(await statusWith(bearer(late))).toBe(401);
    expect(await statusWith({ Cookie })).toBe(401);
  });

  it('can be undone, but keys do not come back', async () => {
    const account = await createLocalAccount(server);
    await setActive(account, false);
    await setActive(account, true);
    expect((await login(account)).status).toBe(204);
    expect(await statusWith(bearer(account.key))).toBe(401);
    expect(await statusWith(cookieOf(account))).toBe(401);
  });

  it('ends a sign-in that waits for the second factor', async () => {
    const account = await createLocalAccount(server);
    await server.sql(
      `INSERT INTO sign_in_tickets (hash, user_id, expires_at) VALUES ('x', $1, now() + interval '1 h')`,
      [account.userId],
    );
    await setActive(account, false);
    const tickets = await server.sql('SELECT 1 FROM sign_in_tickets WHERE user_id = $1', [
      account.userId,
    ]);
    expect(tickets).toEqual([]);
  });

  it('is the same with PUT, and deleting ends everything, too', async () => {
    const account = await server.createAccount('MEMBER');
    const { body } = await scim.get(pathOf(account));
    const put = await scim.send('put', pathOf(account), { ...body, active: false });
    expect([put.status, put.body['active']]).toEqual([200, false]);
    expect(await statusWith(bearer(account.key))).toBe(401);
    const other = await server.createAccount('MEMBER');
    expect((await scim.send('delete', pathOf(other))).status).toBe(204);
    expect(await statusWith(bearer(other.key))).toBe(401);
    expect(await statusWith(cookieOf(other))).toBe(401);
  });

  it('leaves what the user has made, and the last administrator', async () => {
    await server.sql("UPDATE users SET role = 'MEMBER' WHERE email = 'admin@localhost'");
    const { ADMIN } = server.accounts;
    const others = await server.sql<{ id: number }>(
      "SELECT id FROM users WHERE role = 'ADMIN' AND id <> $1",
      [ADMIN.userId],
    );
    expect(others).toEqual([]);
    const refused = await setActive(ADMIN, false);
    expect([refused.status, refused.body['detail']]).toEqual([
      409,
      'The last administrator cannot be deleted or demoted.',
    ]);
    expect(await statusWith(cookieOf(ADMIN))).toBe(200);
    // A deactivated administrator does not count as one who remains.
    const second = await server.createAccount('ADMIN');
    expect((await setActive(second, false)).status).toBe(200);
    expect((await scim.send('delete', pathOf(ADMIN))).status).toBe(409);
  });
});

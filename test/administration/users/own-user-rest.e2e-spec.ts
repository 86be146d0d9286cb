import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  TEST_ADMIN_SECRET,
} from '../../support/accounts.js';
import { userId } from './operations.js';

describe('GET /v1/user', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const own = async (headers: Record<string, string>) =>
    (await server.request.get('/v1/user').set(headers)).body as { data: object };

  it('shows who sent the request, with a session or a key', async () => {
    for (const account of Object.values(server.accounts)) {
      for (const headers of [cookieOf(account), bearer(account.key)]) {
        expect(await own(headers)).toEqual({
          data: {
            id: userId(account.userId),
            username: account.username,
            email: account.email,
            role: expect.stringMatching(/^(ADMIN|MEMBER|VIEWER)$/),
            auth_method: 'LOCAL',
            password_needs_reset: false,
            created_at: expect.stringMatching(/\+00:00$/),
            updated_at: expect.stringMatching(/\+00:00$/),
          },
        });
      }
    }
  });

  it('is the system user for the admin secret and for system keys', async () => {
    for (const token of [TEST_ADMIN_SECRET, server.systemKey]) {
      expect(await own(bearer(token))).toMatchObject({
        data: { id: userId(1), username: 'system', role: 'SYSTEM', auth_method: 'LOCAL' },
      });
    }
  });

  it('can be read before a password that somebody else set is changed', async () => {
    const account = await server.createAccount('VIEWER');
    await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [
      account.userId,
    ]);
    expect(await own(cookieOf(account))).toMatchObject({ data: { password_needs_reset: true } });
    expect((await server.request.get('/v1/users').set(cookieOf(account))).status).toBe(403);
  });

  it('is refused without a credential', async () => {
    expect((await server.request.get('/v1/user')).status).toBe(401);
    expect((await server.request.get('/v1/user').set(bearer('nonsense'))).status).toBe(401);
  });
});

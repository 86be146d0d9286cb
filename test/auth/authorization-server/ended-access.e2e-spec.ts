import pg from 'pg';
import {
  type Account,
  ADMIN_PASSWORD,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import {
  approve,
  authorizationRequest,
  CLI,
  createProof,
  decide,
  sendForm,
  type Tokens,
} from '../../support/application.js';
import { eventually } from '../../support/eventually.js';
import { globalId } from '../../support/global-id.js';
import { createLocalAccount } from '../../support/second-factor.js';
import { ScimClient } from '../../scim/scim-client.js';

/** Somebody who held a session of the user for a moment approved an application of their own. */
describe('the code of a user whose access ends', () => {
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    server = await startSecuredServer();
    scim = await ScimClient.create(server);
  });
  afterAll(() => server.stop());

  /** Approves an application, which waits with its code. */
  async function prepare({ cookie }: Account) {
    const { verifier, challenge } = createProof();
    const code = await approve(server, cookie, challenge);
    return { grant_type: 'authorization_code', code, code_verifier: verifier, ...CLI };
  }
  const openGrantsOf = ({ userId }: Account) =>
    server.sql('SELECT 1 FROM oauth2_grants WHERE user_id = $1 AND revoked_at IS NULL', [userId]);
  const redeem = (form: Record<string, string>) => sendForm(server, 'token', form);
  const setActive = async ({ userId }: Account, value: boolean) => {
    const path = `/Users/${encodeURIComponent(globalId('User', userId))}`;
    const { status } = await scim.patch(path, { op: 'replace', path: 'active', value });
    expect(status).toBe(200);
  };
  const patch = async (headers: Record<string, string>, mutation: string, input: object) => {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
    const { errors } = await server.gqlAs(
      headers,
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
      { input },
    );
    expect(errors).toBeUndefined();
  };

  const setPassword = ({ userId }: Account) =>
    patch(cookieOf(server.accounts.ADMIN), 'patchUser', {
      userId: globalId('User', userId),
      newPassword: 'a long enough new password',
    });

  const choosePassword = (account: Account) =>
    patch(cookieOf(account), 'patchViewer', {
      newPassword: 'a long enough new password',
      currentPassword: ADMIN_PASSWORD,
    });

  it.each<[string, (account: Account) => Promise<unknown>]>([
    ['the user chose a new password', choosePassword],
    ['an administrator set a new password', setPassword],
    ['the user was deactivated', (account) => setActive(account, false)],
    [
      'the user was deactivated for a moment',
      async (account) => {
        await setActive(account, false);
        await setActive(account, true);
      },
    ],
    [
      'the user was deleted',
      ({ userId }) =>
        server.request
          .delete(`/v1/users/${globalId('User', userId)}`)
          .set(cookieOf(server.accounts.ADMIN))
          .expect(204),
    ],
  ])('becomes no tokens after %s', async (_, end) => {
    const account = await createLocalAccount(server);
    const form = await prepare(account);
    const before = (await redeem(await prepare(account))).body as Tokens;
    await end(account);
    const late = await redeem(form);
    expect([late.status, late.body['error']]).toEqual([400, 'invalid_grant']);
    const use = await server.request.get('/v1/user').set(bearer(before.access_token));
    expect(use.status).toBe(401);
    expect(await openGrantsOf(account)).toEqual([]);
  });

  describe('at the same time', () => {
    let holder: pg.Client;

    beforeEach(async () => {
      holder = new pg.Client({ connectionString: server.databaseUrl });
      await holder.connect();
      await holder.query('BEGIN');
    });
    afterEach(() => holder.end());

    /** A transaction, such as that of the holder, would not see connections that were opened later. */
    const waiters = (count: number) =>
      eventually('requests that wait', async () => {
        const waiting = await server.sql(
          `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length >= count;
      });
    const lock = (table: string, id: number) =>
      holder.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);

    /** Stops whatever refers to the application before it is done. */
    const lockClient = async () => {
      const [client] = await server.sql<{ id: number }>(
        'SELECT id FROM oauth2_clients WHERE client_id = $1',
        [CLI.client_id],
      );
      await lock('oauth2_clients', client!.id);
    };
    const ends: [string, (account: Account) => Promise<unknown>][] = [
      ['a password that the user chose', choosePassword],
      ['a password that an administrator set', setPassword],
      ['a deactivation', (account) => setActive(account, false)],
    ];

    it.each(ends)('ends with %s if it is just being issued', async (_, end) => {
      const account = await createLocalAccount(server);
      const { verifier, challenge } = createProof();
      await lockClient();
      const code = approve(server, account.cookie, challenge);
      await waiters(1);
      const ended = end(account);
      await waiters(2);
      await holder.query('COMMIT');
      const form = { grant_type: 'authorization_code', code: await code, code_verifier: verifier };
      await ended;
      expect((await redeem({ ...form, ...CLI })).status).toBe(400);
    });

    it('is not issued if the session is just being ended', async () => {
      const account = await createLocalAccount(server);
      await holder.query('DELETE FROM login_sessions WHERE user_id = $1', [account.userId]);
      const { challenge } = createProof();
      const decision = decide(server, account.cookie, authorizationRequest(challenge)).then(
        ({ status, body }) => [status, body as unknown],
      );
      await waiters(1);
      await holder.query('COMMIT');
      expect(await decision).toEqual([401, expect.anything()]);
      const codes = await server.sql('SELECT FROM oauth2_authorization_codes WHERE user_id = $1', [
        account.userId,
      ]);
      const approvals = await server.sql(
        "SELECT FROM audit_events WHERE action = 'application.approved' AND actor_id = $1",
        [account.userId],
      );
      expect([codes, approvals]).toEqual([[], []]);
    });

    it.each(ends)('becomes tokens that end with %s', async (_, end) => {
      const account = await createLocalAccount(server);
      const form = await prepare(account);
      await lockClient();
      const exchange = redeem(form).then(({ status }) => status);
      await waiters(1);
      const ended = end(account);
      await waiters(2);
      await holder.query('COMMIT');
      expect(await exchange).toBe(200);
      await ended;
      expect(await openGrantsOf(account)).toEqual([]);
    });

    it('becomes no tokens if the user is just being deactivated', async () => {
      const account = await createLocalAccount(server);
      const form = await prepare(account);
      await lock('users', account.userId);
      const exchange = redeem(form).then(({ status }) => status);
      await waiters(1);
      // Would wait for the exchange, which waits for it, if that had taken the code first.
      await holder.query('DELETE FROM oauth2_authorization_codes WHERE user_id = $1', [
        account.userId,
      ]);
      await holder.query('COMMIT');
      expect(await exchange).toBe(400);
    });
  });
});

import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { connect, type Tokens } from '../../support/application.js';

/** Gives a user who has one grant 99 more, which were never used. Returns the one that was approved first. */
const ADD_GRANTS = `
  WITH grants AS (
    INSERT INTO oauth2_grants (user_id, client_id, created_at, expires_at)
    SELECT g.user_id, g.client_id, now() - n * interval '1 second', g.expires_at
      FROM oauth2_grants g, generate_series(1, 99) n WHERE g.user_id = $1
    RETURNING id, created_at),
  tokens AS (
    INSERT INTO oauth2_grant_tokens
      (grant_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
    SELECT id, sha256(id::text::bytea), sha256((-id)::text::bytea), now(), now() + interval '1 day'
      FROM grants)
  SELECT id FROM grants ORDER BY created_at LIMIT 1`;

describe('the grants of a user who has 100', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const use = async ({ access_token: token }: Tokens): Promise<number> =>
    (await server.request.get('/v1/user').set(bearer(token))).status;

  it('lose the one that has been unused the longest with the next approval', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const first = await connect(server, MEMBER.cookie);
    const other = await connect(server, VIEWER.cookie);
    await server.sql(
      "UPDATE oauth2_grants SET created_at = now() - interval '1 day' WHERE user_id = $1",
      [MEMBER.userId],
    );
    const [unused] = await server.sql<{ id: number }>(ADD_GRANTS, [MEMBER.userId]);
    expect(await use(first)).toBe(200);
    const countLive = async () => {
      const live = 'SELECT FROM oauth2_grants WHERE user_id = $1 AND revoked_at IS NULL';
      return (await server.sql(live, [MEMBER.userId])).length;
    };
    expect(await countLive()).toBe(100);
    await connect(server, MEMBER.cookie);
    expect(await countLive()).toBe(100);
    const ended = await server.sql(
      'SELECT id FROM oauth2_grants WHERE user_id = $1 AND revoked_at IS NOT NULL',
      [MEMBER.userId],
    );
    expect(ended).toEqual([unused]);
    expect([await use(first), await use(other)]).toEqual([200, 200]);
    const events = await server.sql(
      `SELECT actor_id, subject_id, details->>'reason' AS reason FROM audit_events
        WHERE action = 'application.revoked' ORDER BY id DESC LIMIT 1`,
    );
    expect(events).toEqual([
      { actor_id: null, subject_id: String(unused!.id), reason: 'more than 100 approvals' },
    ]);
  });
});

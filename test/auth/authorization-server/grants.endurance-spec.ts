import { bearer, cookieOf, startSecuredServer } from '../../support/accounts.js';
import { connect, type Tokens } from '../../support/application.js';
import { globalId } from '../../support/global-id.js';

describe('grants', () => {
  it('end at once on every server', async () => {
    const first = await startSecuredServer({}, { isShared: false });
    const second = await startSecuredServer({ SPANDREL_DATABASE_URL: first.databaseUrl });
    const use = async ({ access_token: token }: Tokens): Promise<number> =>
      (await second.request.get('/v1/user').set(bearer(token))).status;

    const { VIEWER, ADMIN } = first.accounts;
    const revoked = await connect(first, VIEWER.cookie);
    expect(await use(revoked)).toBe(200);
    const { data } = await first.gqlAs<{ viewer: { oauth2Grants: { id: string }[] } }>(
      cookieOf(VIEWER),
      '{ viewer { oauth2Grants { id } } }',
    );
    await first.gqlAs(
      cookieOf(VIEWER),
      'mutation ($id: ID!) { revokeOAuth2Grant(input: { id: $id }) { grantId } }',
      { id: data!.viewer.oauth2Grants[0]!.id },
    );
    expect(await use(revoked)).toBe(401);

    const { userId, cookie } = await first.createAccount('MEMBER');
    const ofUser = await connect(first, cookie);
    expect(await use(ofUser)).toBe(200);
    const path = `/v1/users/${globalId('User', userId)}`;
    await first.request.delete(path).set(cookieOf(ADMIN)).expect(204);
    expect(await use(ofUser)).toBe(401);
    await second.stop();
    await first.stop();
  });
});

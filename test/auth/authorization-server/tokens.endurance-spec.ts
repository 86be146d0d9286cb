import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, startSecuredServer } from '../../support/accounts.js';
import { connect, refresh } from '../../support/application.js';

describe('short grants', () => {
  it('limit the tokens from the start', async () => {
    const server = await startSecuredServer({
      SPANDREL_OAUTH2_GRANT_EXPIRY_DAYS: String(3 / 86_400),
    });
    const tokens = await connect(server, server.accounts.MEMBER.cookie);
    expect(tokens.expires_in).toBeLessThanOrEqual(3);
    expect(tokens.expires_in).toBeGreaterThan(0);
    const use = () => server.request.get('/v1/user').set(bearer(tokens.access_token));
    expect((await use()).status).toBe(200);
    await sleep(3_100);
    expect((await use()).text).toBe('Expired token');
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
    await server.stop();
  });
});

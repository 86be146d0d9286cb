import { startSecuredServer, TEST_SECRET } from '../support/accounts.js';
import { createTestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('changing SPANDREL_SECRET', () => {
  const NEWER = 'newer-secret-0123456789-abcdefghijklmnop';

  it('keeps sessions while the old secret is accepted, and then ends them', async () => {
    const database = await createTestDatabase();
    const start = (env: Record<string, string>) =>
      startTestServer({
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_ENABLE_AUTH: 'true',
        ...env,
      });
    const read = async (server: TestServer, cookie: string) =>
      (await server.request.get('/v1/projects').set('Cookie', cookie)).status;

    const before = await startSecuredServer({ SPANDREL_DATABASE_URL: database.url });
    const { cookie } = await before.createAccount('MEMBER');
    await before.stop();

    const rotated = await start({
      SPANDREL_SECRET: NEWER,
      SPANDREL_PREVIOUS_SECRETS: ` ${TEST_SECRET} ,`,
    });
    expect(await read(rotated, cookie)).toBe(200);
    const refreshed = await rotated.request.post('/auth/refresh').set('Cookie', cookie);
    expect(refreshed.status).toBe(204);
    await rotated.stop();

    const after = await start({ SPANDREL_SECRET: NEWER });
    const renewed = (refreshed.headers['set-cookie'] as unknown as string[])
      .map((set) => set.split(';')[0])
      .join('; ');
    expect(await read(after, renewed)).toBe(200);
    expect(await read(after, cookie)).toBe(401);
    await after.stop();
    await database.drop();
  });
});

import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startTestServer } from '../support/server.js';

describe('a forgotten password on a server that', () => {
  const withServer = async (
    env: Record<string, string>,
    work: (server: SecuredServer) => Promise<void>,
  ) => {
    const server = await startSecuredServer(env);
    try {
      await work(server);
    } finally {
      await server.stop();
    }
  };
  const paths = ['/auth/password-reset-email', '/auth/password-reset'];
  const body = { email: 'kim@example.com', token: 'x', password: 'eight orange hazelnuts' };

  it('sends no mail cannot be reset', () =>
    withServer({}, async (server) => {
      const response = await server.request.post(paths[0]!).send(body);
      expect([response.status, response.text]).toEqual([503, 'SMTP server not configured']);
    }));

  it('accepts no passwords cannot be reset', () =>
    withServer(
      {
        SPANDREL_DISABLE_BASIC_AUTH: 'true',
        SPANDREL_OAUTH2_ACME_CLIENT_ID: 'spandrel',
        SPANDREL_OAUTH2_ACME_CLIENT_SECRET: 'secret',
        SPANDREL_OAUTH2_ACME_OIDC_CONFIG_URL:
          'https://127.0.0.1:1/.well-known/openid-configuration',
      },
      async (server) => {
        for (const path of paths) {
          expect((await server.request.post(path).send(body)).status).toBe(403);
        }
      },
    ));

  it('has no authentication cannot be reset', async () => {
    const server = await startTestServer();
    for (const path of paths) {
      expect((await server.request.post(path).send(body)).status).toBe(404);
    }
    await server.stop();
  });

  it('limits requests cannot be reset more often than that', () =>
    withServer(
      { SPANDREL_DISABLE_RATE_LIMIT: 'false', SPANDREL_SMTP_HOSTNAME: '127.0.0.1' },
      async (server) => {
        for (const path of paths) {
          const statuses: number[] = [];
          for (let attempt = 0; attempt < 14; attempt++) {
            const email = `${attempt}@example.com`;
            const response = await server.request.post(path).send({ ...body, email });
            statuses.push(response.status);
            if (response.status === 429) {
              expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
            }
          }
          expect(statuses).toContain(429);
        }
      },
    ));
});

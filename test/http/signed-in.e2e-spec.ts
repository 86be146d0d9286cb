import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { eventually } from '../support/eventually.js';

interface AuditRow {
  details: { reason: string; source?: string; host?: string };
  address: string;
  request_id: string;
}

describe('hosts and origins with authentication on', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const admin = () => server.accounts.ADMIN;

  it('accept a bearer token under any host name, because no page can have one', async () => {
    const get = () => server.request.get('/v1/projects').set('Host', 'collector.example.com');
    await get().set(bearer(admin().key)).expect(200);
    await get().set(bearer('wrong')).expect(401);
    await get().set(cookieOf(admin())).expect(403);
    await get().set('Authorization', 'Basic eDp5').expect(403);
    await get().expect(403);
  });

  it('refuse writes with a cookie from a page of another site', async () => {
    const create = (headers: Record<string, string>) =>
      server.request.post('/v1/projects').set(headers).send({ name: 'by a page' });
    const foreign = await create({ ...cookieOf(admin()), Origin: 'https://evil.com' });
    expect([foreign.status, foreign.text]).toEqual([401, expect.stringMatching(/^untrusted/)]);
    expect((await create({ ...cookieOf(admin()), Origin: server.url })).status).toBe(200);
  });

  it('refuse signing in or out from a page of another site', async () => {
    const elsewhere = { Origin: 'https://evil.com' };
    const login = await server.request.post('/auth/login').set(elsewhere).send({});
    expect([login.status, login.text]).toEqual([401, expect.stringMatching(/^untrusted/)]);
    for (const headers of [
      { Referer: 'https://evil.com/', 'Sec-Fetch-Mode': 'navigate' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const logout = await server.request.get('/auth/logout').set(headers);
      expect(logout.status).toBe(401);
      expect(logout.headers).not.toHaveProperty('set-cookie');
    }
    const typed = await server.request.get('/auth/logout').set('Sec-Fetch-Site', 'none');
    expect(typed.status).toBe(302);
  });

  it('are audited if they refuse a request', async () => {
    await server.request
      .post('/v1/projects')
      .set({ Origin: 'https://audited.example', 'X-Request-Id': 'audited-1' })
      .send({});
    // The response does not wait for it.
    const row = await eventually('a row of the audit', async () => {
      const rows = await server.sql<AuditRow>(
        `SELECT details, address, request_id FROM audit_events
         WHERE action = 'origin.refused' AND details->>'source' = 'https://audited.example'`,
      );
      return rows[0];
    });
    expect(row).toEqual({
      details: expect.objectContaining({ reason: 'origin', path: '/v1/projects' }),
      address: '127.0.0.1',
      request_id: 'audited-1',
    });
  });

  it('keep the request context after its body was read', async () => {
    await server.request
      .post('/auth/login')
      .set({ 'X-Request-Id': 'login-1', 'X-Forwarded-For': '203.0.113.9' })
      .send({ email: 'nobody@example.com', password: 'wrong' });
    const rows = await server.sql<AuditRow>(
      "SELECT address FROM audit_events WHERE request_id = 'login-1'",
    );
    expect(rows).toEqual([{ address: '203.0.113.9' }]);
  });

  it('limit strangers to small forms', async () => {
    const large = JSON.stringify({ email: 'x'.repeat(2 * 1024 * 1024) });
    const send = (path: string, headers: Record<string, string> = {}) =>
      server.request.post(path).set('Content-Type', 'application/json').set(headers).send(large);
    expect((await send('/auth/login')).status).toBe(413);
    expect((await send('/v1/projects')).status).toBe(413);
    for (const headers of [bearer('spd_unknown'), { Cookie: 'spandrel-access-token=x' }]) {
      expect((await send('/v1/projects', headers)).status).toBe(401);
      expect((await send('/graphql', headers)).status).toBe(401);
      expect((await send('/auth/login', headers)).status).toBe(413);
    }
    expect((await send('/v1/projects', bearer(admin().key))).status).toBe(422);
  });

  it('read no large body before they have identified its sender', async () => {
    const unread = `{"password": ${'['.repeat(2 * 1024 * 1024)}`;
    const response = await server.request
      .post('/v1/projects')
      .set({ 'Content-Type': 'application/json', ...bearer('spd_unknown') })
      .send(unread);
    expect([response.status, response.text]).toEqual([401, 'Invalid token']);
  });
});

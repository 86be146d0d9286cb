import {
  ADMIN_PASSWORD,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { codeOf, createProtectedAccount } from '../support/second-factor.js';

/** Addresses from the documentation networks (RFC 5737), reported by a proxy on loopback. */
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('an address', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer({ SPANDREL_DISABLE_RATE_LIMIT: 'false' });
  });
  afterAll(() => server.stop());

  const login = (address: string, email: string, password: string) =>
    server.request.post('/auth/login').set(from(address)).send({ email, password });

  it('refuses an address that tries a few passwords on each of many accounts, even with a correct one', async () => {
    const spraying = '192.0.2.1';
    const statuses: number[] = [];
    for (let n = 0; n < 55; n++) {
      statuses.push((await login(spraying, `person-${n}@example.com`, 'Summer2026!')).status);
    }
    expect(statuses.slice(0, 50)).toEqual(Array<number>(50).fill(401));
    expect(statuses.slice(-1)).toEqual([429]);
    const refused = await login(spraying, 'admin@localhost', ADMIN_PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login('192.0.2.2', 'admin@localhost', ADMIN_PASSWORD)).status).toBe(204);
  });

  it('refuses an address that tries a few codes on each of many accounts, even with a correct one', async () => {
    const spraying = '192.0.2.4';
    const accounts = await Promise.all(
      Array.from({ length: 12 }, () => createProtectedAccount(server)),
    );
    const tickets: string[] = [];
    for (const [at, { email }] of accounts.entries()) {
      const { headers } = await login(`198.51.100.${at}`, email, ADMIN_PASSWORD);
      tickets.push((headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!);
    }
    const enter = async (address: string, account: number, code: string) => {
      const headers = { ...from(address), Cookie: tickets[account]! };
      return (await server.request.post('/auth/second-factor').set(headers).send({ code })).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 55; n++) statuses.push(await enter(spraying, Math.floor(n / 5), '000000'));
    expect(statuses.slice(0, 50)).toEqual(Array<number>(50).fill(401));
    expect(statuses.slice(-1)).toEqual([429]);
    const code = codeOf(accounts[11]!.secret);
    expect(await enter(spraying, 11, code)).toBe(429);
    expect(await enter('192.0.2.6', 11, code)).toBe(204);
  });

  it('makes an address that guesses keys wait, while its valid key still works', async () => {
    const { MEMBER } = server.accounts;
    const guess = (key: string) =>
      server.request.get('/v1/projects').set({ ...from('192.0.2.3'), ...bearer(key) });
    let status = 401;
    for (let n = 0; n < 110 && status === 401; n++) {
      ({ status } = await guess(`spd_${String(n).padStart(43, '0')}`));
    }
    expect(status).toBe(429);
    expect((await guess(MEMBER.key)).status).toBe(200);
  });

  it('is that of the connection unless a trusted proxy sends another', async () => {
    const strict = await startSecuredServer({
      SPANDREL_DISABLE_RATE_LIMIT: 'false',
      SPANDREL_TRUSTED_PROXIES: '10.0.0.1',
    });
    await strict.request
      .post('/auth/login')
      .set(from('192.0.2.9'))
      .send({ email: 'a@b.cd', password: 'x' });
    const rows = await strict.sql("SELECT key FROM rate_limits WHERE key LIKE 'login-failed%'");
    expect(rows).toEqual([{ key: expect.stringMatching(/127\.0\.0\.1$/) }]);
    await strict.stop();
  });
});

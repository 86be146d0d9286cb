import pg from 'pg';
import { bearer, startSecuredServer, TEST_ADMIN_SECRET, TEST_SECRET } from '../support/accounts.js';
import { startChildServer } from '../support/child-server.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { linkOf, startMailServer } from '../support/mail-server.js';
import { CREATE, newUser, UsersClient } from '../administration/users/operations.js';
import { queuedMails } from './queued-mails.js';

/** Returns settings for a mail server that is down. `comeBack` starts it. */
async function awayMailServer() {
  const server = await startMailServer();
  await server.stop();
  const { env, port } = server;
  return { env, comeBack: () => startMailServer({ port }) };
}

describe('a queued email', () => {
  it('is sent by the next server if the first one is killed, and contains no readable link', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const sql = async <Row>(text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows as Row[];
    const away = await awayMailServer();
    const env = {
      ...away.env,
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: TEST_SECRET,
      SPANDREL_ADMIN_SECRET: TEST_ADMIN_SECRET,
    };
    const first = await startChildServer({ env });
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${first.url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const { email, username } = newUser();
    const user = { email, username, role: 'MEMBER', auth_method: 'LOCAL' };
    const created = { user, send_welcome_email: false };
    expect((await post('/v1/users', created, bearer(TEST_ADMIN_SECRET))).status).toBe(201);
    expect((await post('/auth/password-reset-email', { email })).status).toBe(204);
    await eventually('failed delivery', async () => (await queuedMails({ sql }, 'retry')).length);
    await first.kill('SIGKILL');

    const stored = JSON.stringify(await queuedMails({ sql }));
    expect(stored).not.toContain(email);
    expect(stored).not.toContain('token=');

    const mail = await away.comeBack();
    const second = await startChildServer({ env });
    const link = linkOf(await mail.next(email, 'reset'), 'reset-url');
    const token = new URL(link).searchParams.get('token');
    const complete = await fetch(`${second.url}/auth/password-reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, password: 'eight orange hazelnuts' }),
    });
    expect(complete.status).toBe(204);
    await eventually('empty queue', async () => (await queuedMails({ sql })).length === 0);
    expect(mail.mails.filter(({ html }) => html.includes('reset-url'))).toHaveLength(1);
    await second.kill('SIGTERM');
    await mail.stop();
    await client.end();
    await database.drop();
  });

  it('is sent once, even with several servers', async () => {
    const database = await createTestDatabase();
    const mail = await startMailServer();
    const env = { ...mail.env, SPANDREL_DATABASE_URL: database.url };
    const servers = [await startSecuredServer(env), await startSecuredServer(env)];
    const users = Array.from({ length: 20 }, () => newUser({ sendWelcomeEmail: true }));
    await Promise.all(users.map((user, n) => new UsersClient(servers[n % 2]!).run(CREATE, user)));
    for (const { email } of users) await mail.next(email);
    await eventually('empty queue', async () => (await queuedMails(servers[0]!)).length === 0);
    expect(mail.mails).toHaveLength(users.length);
    for (const server of servers) await server.stop();
    await mail.stop();
    await database.drop();
  });
});

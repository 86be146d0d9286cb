import { createHash } from 'node:crypto';
import { queuedMails } from './queued-mails.js';
import {
  ADMIN_PASSWORD,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { eventually } from '../support/eventually.js';
import { wakeJobs } from '../support/job-queue.js';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.js';
import { codeOf, createProtectedAccount, REPLACE_CODES } from '../support/second-factor.js';
import {
  CREATE,
  newUser,
  PASSWORD,
  PATCH,
  userId,
  UsersClient,
} from '../administration/users/operations.js';

const ROOT_URL = 'https://spandrel.example.com';

let mail: MailServer;
let server: SecuredServer;
let client: UsersClient;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startSecuredServer({ ...mail.env, SPANDREL_ROOT_URL: ROOT_URL });
  client = new UsersClient(server);
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
});

describe('email to users', () => {
  const subjectTo = async (email: string) => (await mail.next(email)).headers['subject'];
  const createOverRest = (body: object) =>
    server.request.post('/v1/users').set(client.admin).send(body);

  it('tells them that they have an account, over REST unless disabled', async () => {
    const user = { ...newUser({ username: 'Kim "><b>O\'Neil</b>' }), auth_method: 'LOCAL' };
    expect((await createOverRest({ user })).status).toBe(201);
    const sent = await mail.next(user.email);
    expect(sent.headers['subject']).toBe('[Spandrel] Welcome to Spandrel');
    expect(sent.headers['from']).toBe('Spandrel <noreply@spandrel.example.com>');
    expect(sent.headers['auto-submitted']).toBe('auto-generated');
    expect(linkOf(sent, 'welcome-url')).toBe(ROOT_URL);
    expect(sent.html).toContain('Kim &quot;&gt;&lt;b&gt;O&#39;Neil&lt;/b&gt;');
    expect(sent.text).toContain('Kim "><b>O\'Neil</b>');
    expect(sent.text + sent.html).not.toContain(PASSWORD);
    const silent = { ...newUser(), auth_method: 'LOCAL' };
    await createOverRest({ user: silent, send_welcome_email: false });
    const other = { ...newUser(), auth_method: 'LOCAL' };
    await createOverRest({ user: other });
    await mail.next(other.email);
    expect(mail.mails.filter(({ recipients }) => recipients.includes(silent.email))).toEqual([]);
  });

  it('tells them that they have an account, if the GraphQL mutation requests it', async () => {
    const wanted = newUser();
    await client.run(CREATE, newUser());
    await client.run(CREATE, { ...wanted, sendWelcomeEmail: true });
    expect(await subjectTo(wanted.email)).toContain('Welcome');
  });

  it('tells them that their role or password was changed, no matter who did it', async () => {
    const account = await server.createAccount('VIEWER');
    await client.run(PATCH, { userId: userId(account.userId), newRole: 'MEMBER' });
    const sent = await mail.next(account.email);
    expect(sent.headers['subject']).toBe('[Spandrel] Your role was changed');
    expect(sent.text).toContain('MEMBER');
    await client.run(PATCH, { userId: userId(account.userId), newPassword: PASSWORD });
    expect(await subjectTo(account.email)).toBe('[Spandrel] Your password was changed');
    const cookie = await server.signIn(account.userId);
    const input = { newPassword: 'eight orange hazelnuts', currentPassword: PASSWORD };
    await server.gqlAs(
      cookieOf({ ...account, cookie }),
      'mutation ($input: PatchViewerInput!) { patchViewer(input: $input) { user { id } } }',
      { input },
    );
    expect(await subjectTo(account.email)).toBe('[Spandrel] Your password was changed');
  });

  it('tells them that a recovery code was used, and how many are left', async () => {
    const account = await createProtectedAccount(server);
    expect(await subjectTo(account.email)).toContain('The way you sign in was changed');
    const enter = async (code: string) => {
      const { email } = account;
      const login = await server.request
        .post('/auth/login')
        .send({ email, password: ADMIN_PASSWORD });
      const [ticket] = login.headers['set-cookie'] as unknown as string[];
      return server.request
        .post('/auth/second-factor')
        .set('Cookie', ticket!.split(';')[0]!)
        .send({ code });
    };
    expect((await enter(account.recoveryCodes[0]!)).status).toBe(204);
    const sent = await mail.next(account.email);
    expect(sent.headers['subject']).toBe('[Spandrel] A recovery code was used');
    expect(sent.text).toContain('you have 9 codes left');
    expect(sent.text).toContain('If you did not expect this');
    expect(linkOf(sent, 'security-url')).toBe(`${ROOT_URL}/profile/security`);
    await server.sql('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash <> $2', [
      account.userId,
      createHash('sha256').update(account.recoveryCodes[1]!.replaceAll('-', '')).digest(),
    ]);
    expect((await enter(account.recoveryCodes[1]!)).status).toBe(204);
    expect((await mail.next(account.email)).text).toContain('you have 0 codes left');
    // Neither a wrong code nor one of the authenticator app is reported.
    await enter('abcd-efgh');
    expect((await enter(codeOf(account.secret))).status).toBe(204);
    const input = { password: ADMIN_PASSWORD };
    await server.gqlAs(cookieOf(account), REPLACE_CODES, { input });
    const replaced = await mail.next(account.email);
    expect(replaced.text).toContain('Your recovery codes were replaced.');
  });

  it('sends to exactly one address, whatever it looks like', async () => {
    const strange = newUser({ email: 'kim,eve@example.com', sendWelcomeEmail: true });
    expect((await client.run(CREATE, strange)).errors).toBeUndefined();
    const good = newUser({ sendWelcomeEmail: true });
    await client.run(CREATE, good);
    await mail.next(good.email);
    expect(mail.mails.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com');
  });
});

describe('a mail server', () => {
  /** Waits until a server has tried to send every email. */
  const attempts = (of: SecuredServer) =>
    eventually('attempt for every mail', async () =>
      (await queuedMails(of)).every(({ state }) => state === 'retry'),
    );
  const createOn = (other: SecuredServer) =>
    new UsersClient(other).run(CREATE, newUser({ sendWelcomeEmail: true }));

  it('delays no requests while it is unavailable, and gets the email later', async () => {
    await mail.stop();
    const { email } = await server.createAccount('VIEWER');
    const response = await server.request.post('/auth/password-reset-email').send({ email });
    expect(response.status).toBe(204);
    const user = newUser({ sendWelcomeEmail: true });
    expect((await client.run(CREATE, user)).errors).toBeUndefined();
    mail = await startMailServer({ port: mail.port });
    // As if the pause after the failed attempts had passed.
    await attempts(server);
    await wakeJobs(server, 'mail');
    expect(linkOf(await mail.next(email), 'reset-url')).toContain('token=');
    await mail.next(user.email);
  });

  it('never gets a password without TLS', async () => {
    await mail.stop();
    mail = await startMailServer({ port: mail.port, tls: 'none' });
    await createOn(server);
    await attempts(server);
    expect(mail.mails).toEqual([]);
  });

  it('gets email without TLS if certificates are not validated', async () => {
    const plain = await startMailServer({ tls: 'none' });
    const lenient = await startSecuredServer(plain.env);
    const user = newUser({ sendWelcomeEmail: true });
    await new UsersClient(lenient).run(CREATE, user);
    expect((await plain.next(user.email)).isSecure).toBe(false);
    await lenient.stop();
    await plain.stop();
  });

  it('gets nothing without TLS, or with an unknown certificate, unless that is allowed', async () => {
    const unknown = await startMailServer();
    const { port } = unknown;
    const strict = await startSecuredServer({
      SPANDREL_SMTP_HOSTNAME: '127.0.0.1',
      SPANDREL_SMTP_PORT: String(port),
      SPANDREL_SMTP_VALIDATE_CERTS: 'true',
    });
    await createOn(strict);
    await attempts(strict);
    // It failed before it could have failed for the lack of a password.
    expect(await queuedMails(strict)).toMatchObject([{ output: { code: 'ESOCKET' } }]);
    await unknown.stop();
    const plain = await startMailServer({ port, tls: 'none' });
    await strict.sql("DELETE FROM public_jobs.job WHERE name = 'mail'");
    await createOn(strict);
    await attempts(strict);
    expect([...unknown.mails, ...plain.mails]).toEqual([]);
    await strict.stop();
    await plain.stop();
  });
});

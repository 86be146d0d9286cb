import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { eventually } from '../support/eventually.js';
import { wakeJobs } from '../support/job-queue.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { CREATE, newUser, UsersClient } from '../administration/users/operations.js';
import { queuedMails } from './queued-mails.js';

const MAX_QUEUED = 1_000;

describe('the mail queue', () => {
  let mail: MailServer;
  let server: SecuredServer;

  beforeAll(async () => {
    mail = await startMailServer();
    server = await startSecuredServer(mail.env);
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });
  afterEach(async () => {
    mail.reply = undefined;
    await server.sql("DELETE FROM public_jobs.job WHERE name = 'mail'");
  });

  const createUser = () => new UsersClient(server).run(CREATE, newUser({ sendWelcomeEmail: true }));
  const whenEmpty = () =>
    eventually('empty queue', async () => (await queuedMails(server)).length === 0);
  const whenRefused = () =>
    eventually('failed delivery', async () => (await queuedMails(server, 'retry'))[0]);

  it('drops an email that the mail server refuses permanently', async () => {
    mail.reply = 550;
    await createUser();
    await whenEmpty();
    expect(mail.mails).toEqual([]);
  });

  it('keeps an email that the mail server refuses temporarily, but no text from its reply', async () => {
    mail.reply = 450;
    await createUser();
    const waiting = await whenRefused();
    expect(waiting.output).toMatchObject({ code: 'EENVELOPE', responseCode: 450 });
    expect(JSON.stringify(waiting.output)).not.toContain('Refused');
  });

  it('contains no readable link', async () => {
    mail.reply = 450;
    const { email } = await server.createAccount('MEMBER');
    await server.request.post('/auth/password-reset-email').send({ email }).expect(204);
    const stored = JSON.stringify(await whenRefused());
    expect(stored).not.toContain(email);
    expect(stored).not.toContain('token=');
  });

  it('drops an email that has waited too long', async () => {
    const content = { to: 'late@example.com', subject: 'Late', text: 'late', html: 'late' };
    const late = { goodUntil: Date.now() - 1, content: JSON.stringify(content), keyId: null };
    await server.sql("INSERT INTO public_jobs.job (name, data) VALUES ('mail', $1)", [late]);
    await wakeJobs(server, 'mail');
    await whenEmpty();
    expect(mail.mails).toEqual([]);
  });

  it('is bounded', async () => {
    await server.sql(
      `INSERT INTO public_jobs.job (name, start_after)
       SELECT 'mail', now() + interval '1 hour' FROM generate_series(1, $1)`,
      [MAX_QUEUED],
    );
    expect((await createUser()).errors).toBeUndefined();
    expect(await queuedMails(server)).toHaveLength(MAX_QUEUED);
    expect(mail.mails).toEqual([]);
  });
});

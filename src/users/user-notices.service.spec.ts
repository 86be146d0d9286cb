import type { Env } from '../config/env.js';
import type { Letter, MailService } from '../mail/mail.service.js';
import type { UserEntity } from './user.entity.js';
import { UserNoticesService } from './user-notices.service.js';

const KIM = {
  username: 'Kim',
  email: 'kim@example.com',
  role: 'MEMBER',
  authMethod: 'LDAP',
} as UserEntity;

/** Returns the service, and a record of what was sent to whom. */
function noticesWithRecord() {
  const sent: [string | null, Letter][] = [];
  const mail = {
    send: async (to: string | null, letter: Letter) => void sent.push([to, letter]),
  };
  const storage = { supportEmail: 'ops@example.com' };
  const env = { rootUrl: 'https://spandrel.example.com', storage } as Env;
  return { notices: new UserNoticesService(env, mail as MailService), sent };
}

describe('notices', () => {
  it('are not sent if nothing has changed', async () => {
    const { notices, sent } = noticesWithRecord();
    await notices.sendChanges({ email: KIM.email, role: KIM.role }, KIM);
    await notices.sendChanges({ email: null, role: KIM.role }, KIM);
    expect(sent).toEqual([]);
  });

  it('notifies the previous address of a new one', async () => {
    const { notices, sent } = noticesWithRecord();
    await notices.sendChanges({ email: 'old@example.com', role: KIM.role }, KIM);
    await notices.sendChanges(
      { email: 'old@example.com', role: KIM.role },
      Object.assign({}, KIM, { email: null }),
    );
    expect(sent.map(([to]) => to)).toEqual(['old@example.com', 'old@example.com']);
    expect(sent.map(([, { paragraphs }]) => paragraphs[1])).toEqual([
      'Your email address was changed. The new address is kim@example.com.',
      'Your email address was changed. You no longer have one.',
    ]);
  });

  it('notifies the user of a new role', async () => {
    const { notices, sent } = noticesWithRecord();
    await notices.sendChanges({ email: KIM.email, role: 'ADMIN' }, KIM);
    expect(sent).toMatchObject([['kim@example.com', { subject: 'Your role was changed' }]]);
  });

  it('notifies the administrators of short storage, with a copy to the support', async () => {
    const { notices, sent } = noticesWithRecord();
    const local = Object.assign({}, KIM, { email: 'admin@localhost' });
    await notices.sendStorageWarning([KIM, local], 'Delete something.');
    const contact = { address: 'ops@example.com', url: 'mailto:ops@example.com' };
    expect(sent).toMatchObject([['kim@example.com', { contact }]]);
  });

  it('notifies only the support of short storage if no administrator can be reached', async () => {
    const { notices, sent } = noticesWithRecord();
    const local = Object.assign({}, KIM, { email: 'admin@localhost' });
    await notices.sendStorageWarning([local], 'Delete something.');
    expect(sent.map(([to]) => to)).toEqual(['ops@example.com']);
  });

  it.each([
    ['LOCAL', /password you were given/],
    ['OAUTH2', /identity provider/],
    ['LDAP', /directory/],
  ] as const)('of a new account say how to sign in: %s', async (authMethod, how) => {
    const { notices, sent } = noticesWithRecord();
    await notices.sendWelcome(Object.assign({}, KIM, { authMethod }));
    expect(sent[0]![1].paragraphs.join('\n')).toMatch(how);
    expect(sent[0]![1].link?.url).toBe('https://spandrel.example.com');
  });
});

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

/** The notices, with a record of what was sent to whom. */
function noticesWithRecord() {
  const sent: [string | null, Letter][] = [];
  const mail = { send: (to: string | null, letter: Letter) => void sent.push([to, letter]) };
  const env = { rootUrl: 'https://spandrel.example.com' } as Env;
  return { notices: new UserNoticesService(env, mail as MailService), sent };
}

describe('notices', () => {
  it('say nothing when nothing has changed', () => {
    const { notices, sent } = noticesWithRecord();
    notices.changed({ email: KIM.email, role: KIM.role }, KIM);
    notices.changed({ email: null, role: KIM.role }, KIM);
    expect(sent).toEqual([]);
  });

  it('of a new address go to the one of before', () => {
    const { notices, sent } = noticesWithRecord();
    notices.changed({ email: 'old@example.com', role: KIM.role }, KIM);
    notices.changed(
      { email: 'old@example.com', role: KIM.role },
      Object.assign({}, KIM, { email: null }),
    );
    expect(sent.map(([to]) => to)).toEqual(['old@example.com', 'old@example.com']);
    expect(sent.map(([, { paragraphs }]) => paragraphs[1])).toEqual([
      'Your e-mail address was changed. It is kim@example.com from now on.',
      'Your e-mail address was changed. There is none from now on.',
    ]);
  });

  it('of a new role go to the person', () => {
    const { notices, sent } = noticesWithRecord();
    notices.changed({ email: KIM.email, role: 'ADMIN' }, KIM);
    expect(sent).toMatchObject([['kim@example.com', { subject: 'Your role was changed' }]]);
  });

  it.each([
    ['LOCAL', /password that you were given/],
    ['OAUTH2', /identity provider/],
    ['LDAP', /directory/],
  ] as const)('of a new account say how to sign in: %s', (authMethod, how) => {
    const { notices, sent } = noticesWithRecord();
    notices.welcome(Object.assign({}, KIM, { authMethod }));
    expect(sent[0]![1].paragraphs.join('\n')).toMatch(how);
    expect(sent[0]![1].link?.url).toBe('https://spandrel.example.com');
  });
});

import { readCommand } from './admin-command.js';

const KIM = ['--email', 'kim@example.com', '--username', 'Kim', '--role', 'admin'];

describe('the command line', () => {
  it('creates a user', () => {
    expect(readCommand(['create-user', ...KIM])).toEqual({
      name: 'create-user',
      email: 'kim@example.com',
      username: 'Kim',
      role: 'ADMIN',
      authMethod: 'LOCAL',
      sendWelcomeEmail: false,
    });
    expect(readCommand(['create-user', ...KIM, '--method=ldap', '--welcome'])).toMatchObject({
      authMethod: 'LDAP',
      sendWelcomeEmail: true,
    });
  });

  it('resets a password and lists', () => {
    expect(readCommand(['reset-password', 'kim@example.com'])).toEqual({
      name: 'reset-password',
      email: 'kim@example.com',
    });
    expect(readCommand(['list'])).toEqual({ name: 'list' });
  });

  it.each([[[]], [['help']], [['--help']], [['-h']]])('explains itself for %j', (args) => {
    expect(readCommand(args)).toEqual({ name: 'help' });
  });

  it.each([
    [['delete-user'], 'delete-user is no command'],
    [['create-user'], 'create-user needs --email'],
    [['create-user', '--email', 'a@b.c', '--username', 'a'], 'create-user needs --role'],
    [['create-user', ...KIM.slice(0, -1), 'OWNER'], '--role is one of ADMIN, MEMBER, VIEWER'],
    [['create-user', ...KIM.slice(0, -1), 'SYSTEM'], '--role is one of ADMIN, MEMBER, VIEWER'],
    [['create-user', ...KIM, '--method', 'x'], '--method is one of LOCAL, OAUTH2, LDAP'],
    [['create-user', ...KIM, '--password', 'x'], /^Unknown option '--password'/],
    [['create-user', ...KIM, 'x'], 'create-user does not take x'],
    [['create-user', '--email'], /argument missing/],
    [['reset-password'], 'reset-password needs an e-mail address'],
    [['reset-password', 'a', 'b'], 'reset-password takes one e-mail address'],
    [['list', 'x'], 'list takes nothing else'],
  ])('does not understand %j', (args, text) => {
    expect(() => readCommand(args)).toThrow(text);
  });
});

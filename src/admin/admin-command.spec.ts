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

  it('resets a password and lists users', () => {
    expect(readCommand(['reset-password', 'kim@example.com'])).toEqual({
      name: 'reset-password',
      email: 'kim@example.com',
    });
    expect(readCommand(['list'])).toEqual({ name: 'list' });
  });

  it.each([[[]], [['help']], [['--help']], [['-h']]])('shows its usage for %j', (args) => {
    expect(readCommand(args)).toEqual({ name: 'help' });
  });

  it.each([
    [['delete-user'], 'Unknown command "delete-user"'],
    [['create-user'], 'create-user needs --email'],
    [['create-user', '--email', 'a@b.c', '--username', 'a'], 'create-user needs --role'],
    [['create-user', ...KIM.slice(0, -1), 'OWNER'], '--role must be one of ADMIN, MEMBER, VIEWER'],
    [['create-user', ...KIM.slice(0, -1), 'SYSTEM'], '--role must be one of ADMIN, MEMBER, VIEWER'],
    [['create-user', ...KIM, '--method', 'x'], '--method must be one of LOCAL, OAUTH2, LDAP'],
    [['create-user', ...KIM, '--password', 'x'], /^Unknown option '--password'/],
    [['create-user', ...KIM, 'x'], 'create-user does not accept the argument "x"'],
    [['create-user', '--email'], /argument missing/],
    [['reset-password'], 'reset-password needs an email address'],
    [['reset-password', 'a', 'b'], 'reset-password takes only an email address, not "b" as well'],
    [['list', 'x'], 'list takes no arguments'],
  ])('refuses %j', (args, text) => {
    expect(() => readCommand(args)).toThrow(text);
  });
});

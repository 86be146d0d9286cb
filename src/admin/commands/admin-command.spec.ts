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

  it('shrinks files', () => {
    expect(readCommand(['shrink'])).toEqual({ name: 'shrink', locks: false });
    expect(readCommand(['shrink', '--lock'])).toEqual({ name: 'shrink', locks: true });
    expect(() => readCommand(['shrink', 'spans'])).toThrow('does not accept the argument "spans"');
  });

  it('imports, exports and erases', () => {
    expect(readCommand(['import', 'otlp', 'traces', '--project', 'a'])).toEqual({
      name: 'import',
      request: { source: 'otlp', path: 'traces', project: 'a' },
    });
    const url = 'http://127.0.0.1:6006';
    expect(readCommand(['import', 'phoenix', '--url', url, '--api-key', 'k'])).toEqual({
      name: 'import',
      request: { source: 'phoenix', url, apiKey: 'k', project: undefined },
    });
    const out = ['--out', '-', '--from', '2026-03-01'];
    expect(readCommand(['export', '--project', 'a', '--format', 'OTLP', ...out])).toEqual({
      name: 'export',
      request: { project: 'a', format: 'otlp', out: '-', from: '2026-03-01', to: undefined },
    });
    expect(readCommand(['backup', 'b'])).toEqual({ name: 'backup', directory: 'b' });
    expect(readCommand(['erase-user', 'kim', '--delete-examples'])).toEqual({
      name: 'erase-user',
      userId: 'kim',
      deletesExamples: true,
    });
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
    [['distribute', 'x'], 'distribute takes no arguments'],
    [['import'], 'import needs a source: otlp, langfuse, phoenix'],
    [['import', 'other', 'x'], 'The source must be one of otlp, langfuse, phoenix'],
    [['import', 'otlp'], 'import otlp needs a file or directory'],
    [['import', 'phoenix'], 'import phoenix needs --url'],
    [['import', 'phoenix', 'x'], 'import phoenix does not accept the argument "x"'],
    [['export', '--project', 'a', '--out', 'b'], 'export needs --format'],
    [['export', '--project', 'a', '--format', 'csv', '--out', 'b'], '--format must be one of'],
    [['restore'], 'restore needs a directory'],
    [['erase-user'], 'erase-user needs the ID of a user'],
  ])('refuses %j', (args, text) => {
    expect(() => readCommand(args)).toThrow(text);
  });
});

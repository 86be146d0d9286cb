import { compileClaimPath } from './claim-path.js';

describe('a claim path', () => {
  it.each([
    ['email', { email: 'a@b.c' }, 'a@b.c'],
    ['user.mails[0].value', { user: { mails: [{ value: 'a@b.c' }] } }, 'a@b.c'],
    ['"cognito:groups"', { 'cognito:groups': ['x'] }, ['x']],
    ['"https://x.example/roles"[0]', { 'https://x.example/roles': ['admin'] }, 'admin'],
    [`contains(groups, 'ops') && 'ADMIN' || 'VIEWER'`, { groups: ['ops'] }, 'ADMIN'],
    ['emails[?primary].value | [0]', { emails: [{ primary: true, value: 'p' }] }, 'p'],
    ['missing.deeper', {}, null],
  ])('%s selects the named value', (expression, claims, found) => {
    expect(compileClaimPath(expression).read(claims)).toEqual(found);
  });

  it.each([
    'cognito:groups',
    'https://x.example/roles',
    'custom-roles',
    'a/b',
    'roles[',
    '',
    'a..b',
    'unknown(groups)',
    `enabled && unknown(groups)`,
    'length(a, b)',
  ])('%s is refused', (expression) => {
    expect(() => compileClaimPath(expression)).toThrow(/./);
  });

  it('compiles without claims, and fails when it reads claims of the wrong shape', () => {
    expect(() => compileClaimPath(`contains(groups, 'x')`)).not.toThrow();
    expect(() => compileClaimPath(`contains(groups, 'x')`).read({})).toThrow('contains');
  });
});

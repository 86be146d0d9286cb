import { getReturnPath, readReturnPath } from './return-path.js';

describe('getReturnPath', () => {
  const page = { pathname: '/eval/projects/1', search: '?tab=a', hash: '#x' };

  it('leaves out the base path', () => {
    expect(getReturnPath(page, '/eval')).toBe('/projects/1?tab=a#x');
    expect(getReturnPath({ ...page, pathname: '/projects' }, '')).toBe('/projects?tab=a#x');
  });

  it('keeps a path that only starts with the same letters', () => {
    expect(getReturnPath({ pathname: '/evaluate/x', search: '', hash: '' }, '/eval')).toBe('/');
  });
});

describe('readReturnPath', () => {
  it.each([
    '/projects/UHJvamVjdDox/traces?filter=a%20b#top',
    '/',
    '/redirects/traces/ab',
    '/oauth2/authorize?client_id=a&redirect_uri=http%3A%2F%2F127.0.0.1%2F',
    '/oauth2/consent?client_id=a',
    // Paths of this server, however they look.
    '/javascript:alert(1)',
    '/https://evil.example',
  ])('keeps %s', (path) => expect(readReturnPath(path)).toBe(path));

  it.each([
    undefined,
    null,
    42,
    '',
    'projects',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/x/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '/login?returnUrl=/login',
    '/x/../logout',
    '/auth/logout',
    '/%61uth/logout',
    '/AUTH/logout',
    '/oauth2/x/login',
    '/oauth2/authorize/decision',
    '/oauth2/authorize/../x/login',
    '/%E0%A4%A',
  ])('refuses %j', (path) => expect(readReturnPath(path)).toBe('/'));
});

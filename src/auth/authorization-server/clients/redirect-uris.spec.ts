import { addToRedirect, findRedirectKind, matchesRedirect } from './redirect-uris.js';

const open = { registration: 'enabled', redirectHosts: [] } as const;

describe('findRedirectKind', () => {
  it.each([
    ['http://127.0.0.1/callback', 'loopback'],
    ['http://127.0.0.1:53682/callback?from=cli', 'loopback'],
    ['http://localhost:1', 'loopback'],
    ['http://[::1]:8080/', 'loopback'],
    ['cursor://anysphere.cursor-retrieval/oauth/callback', 'private-use'],
    ['com.example.app:/callback', 'private-use'],
    ['https://app.example.com/callback', 'https'],
    ['https://app.example.com:8443/callback?a=b', 'https'],
  ])('classifies %s as %s', (uri, kind) => {
    expect(findRedirectKind(uri, open)).toBe(kind);
  });

  it.each([
    ['another machine without TLS', 'http://app.example.com/callback'],
    ['a name that begins like localhost', 'http://localhost.example.com/callback'],
    ['a host behind credentials', 'http://127.0.0.1:80@evil.example/callback'],
    ['credentials', 'https://user:secret@app.example.com/'],
    ['credentials in a private scheme', 'myapp://user@host/callback'],
    ['a fragment', 'https://app.example.com/#part'],
    ['an empty fragment', 'http://127.0.0.1/callback#'],
    ['a backslash', 'https://evil.example\\@app.example.com/'],
    ['a space', 'http://127.0.0.1/call back'],
    ['a line break', 'https://app.example.com/\r\nSet-Cookie: a=b'],
    ['a tab in the scheme', 'java\tscript:alert(1)'],
    ['another form of 127.0.0.1', 'http://127.1/callback'],
    ['a port out of range', 'http://127.0.0.1:65536/callback'],
    ['an unspecified address', 'http://0.0.0.0/callback'],
    ['upper case', 'HTTP://127.0.0.1/callback'],
    ['https without slashes', 'https:app.example.com'],
    ['https with three slashes', 'https:///app.example.com'],
    ['a script', 'javascript:alert(1)'],
    ['a script in upper case', 'JAVASCRIPT:alert(1)'],
    ['a page in the address', 'data:text/html,hello'],
    ['Visual Basic', 'vbscript:msgbox'],
    ['a file', 'file:///etc/passwd'],
    ['a blob', 'blob:https://app.example.com/1'],
    ['a blank page', 'about:blank'],
    ['a socket', 'ws://127.0.0.1/'],
    ['a secure socket', 'wss://app.example.com/'],
    ['a relative address', '/callback'],
    ['a scheme alone', 'myapp:'],
    ['nothing', ''],
    ['too much', `https://app.example.com/${'a'.repeat(2048)}`],
  ])('is null for %s', (_, uri) => {
    expect(findRedirectKind(uri, open)).toBeNull();
  });

  it('allows web sites only while every application may register', () => {
    const uri = 'https://app.example.com/callback';
    for (const registration of ['local_only', 'disabled'] as const) {
      expect(findRedirectKind(uri, { ...open, registration })).toBeNull();
      expect(findRedirectKind('http://127.0.0.1/', { ...open, registration })).toBe('loopback');
    }
  });

  it('allows only web sites that are listed, if any are', () => {
    const settings = { ...open, redirectHosts: ['app.example.com'] };
    expect(findRedirectKind('https://app.example.com/callback', settings)).toBe('https');
    expect(findRedirectKind('https://APP.example.com/callback', settings)).toBe('https');
    expect(findRedirectKind('https://sub.app.example.com/callback', settings)).toBeNull();
    expect(findRedirectKind('https://app.example.com.evil.example/', settings)).toBeNull();
    expect(findRedirectKind('myapp://callback', settings)).toBe('private-use');
  });
});

describe('matchesRedirect', () => {
  it.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:53682/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1/callback'],
    ['http://localhost', 'http://localhost:8080/'],
    ['http://[::1]/a?b=c', 'http://[::1]:9/a?b=c'],
    ['https://app.example.com/a', 'https://app.example.com/a'],
    ['myapp://a', 'myapp://a'],
  ])('accepts %s for %s', (registered, requested) => {
    expect(matchesRedirect(registered, requested)).toBe(true);
  });

  it.each([
    ['another path', 'http://127.0.0.1/callback', 'http://127.0.0.1:1/callback/x'],
    ['another query', 'http://127.0.0.1/a?b=c', 'http://127.0.0.1/a?b=d'],
    ['another name of the machine', 'http://127.0.0.1/callback', 'http://localhost/callback'],
    ['the other family', 'http://[::1]/callback', 'http://127.0.0.1/callback'],
    ['the port of a web site', 'https://app.example.com/a', 'https://app.example.com:444/a'],
    ['a longer path of a web site', 'https://app.example.com/a', 'https://app.example.com/a/b'],
    ['other case', 'https://app.example.com/a', 'https://app.example.com/A'],
    ['a longer private address', 'myapp://a', 'myapp://a/b'],
    ['TLS', 'http://127.0.0.1/callback', 'https://127.0.0.1/callback'],
  ])('refuses %s', (_, registered, requested) => {
    expect(matchesRedirect(registered, requested)).toBe(false);
  });
});

describe('addToRedirect', () => {
  it.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1/callback?code=a%26b'],
    ['https://app.example.com/?a=b', 'https://app.example.com/?a=b&code=a%26b'],
    ['myapp:callback', 'myapp:callback?code=a%26b'],
  ])('keeps what %s has', (uri, expected) => {
    expect(addToRedirect(uri, { code: 'a&b' })).toBe(expected);
  });
});

import type { IncomingHttpHeaders } from 'node:http';
import { OriginPolicy } from './origin-policy.js';

const settings = {
  rootUrl: 'https://spandrel.example.com/tracing',
  trusted: ['https://app.example.com:8443'],
  isStrict: false,
};

function judge(
  method: string,
  headers: IncomingHttpHeaders,
  { isStrict = false, hasBearer = false } = {},
) {
  return new OriginPolicy({ ...settings, isStrict }).judge({
    method,
    headers,
    hasBearer,
    ownOrigin: () => 'http://127.0.0.1:6006',
  });
}

const STRANGE = [
  'https://evil.com',
  'http://spandrel.example.com',
  'https://spandrel.example.com:8443',
  'https://app.example.com',
  'http://127.0.0.1',
  'http://127.0.0.1:3000',
  'https://127.0.0.1:6006',
  'https://spandrel.example.com.evil.com',
  'https://evil.com/https://spandrel.example.com',
  'https://spandrel.example.com@evil.com',
  'chrome-extension://abcdef',
  'null',
  'file://',
  'nonsense',
  '',
];

describe('OriginPolicy', () => {
  it.each([
    'https://spandrel.example.com',
    'https://app.example.com:8443',
    'http://127.0.0.1:6006',
    'HTTPS://Spandrel.Example.com:443',
  ])('allows writes from pages of %s', (origin) => {
    expect(judge('POST', { origin })).toBeNull();
    expect(judge('DELETE', { referer: `${origin}/tracing/projects?x=1` })).toBeNull();
    expect(judge('GET', { origin, referer: `${origin}/a` }, { isStrict: true })).toBeNull();
  });

  it.each(STRANGE)('refuses writes from pages of %j', (origin) => {
    expect(judge('POST', { origin })).toBe('origin');
    expect(judge('PUT', { referer: origin })).toBe('referer');
    expect(judge('GET', { origin }, { isStrict: true })).toBe('origin');
    expect(judge('GET', { referer: origin }, { isStrict: true })).toBe('referer');
  });

  it('prefers the origin to the referer', () => {
    const referer = 'https://spandrel.example.com/';
    expect(judge('POST', { origin: 'https://evil.com', referer })).toBe('origin');
  });

  it('accepts programs, which send no origin', () => {
    expect(judge('POST', {})).toBeNull();
    expect(judge('GET', {}, { isStrict: true })).toBeNull();
  });

  it.each([
    ['cross-site', 'cross_site'],
    ['same-site', 'cross_site'],
    ['same-origin', null],
    ['none', null],
  ])('uses Sec-Fetch-Site: %s if a browser sends no origin', (site, verdict) => {
    expect(judge('POST', { 'sec-fetch-site': site })).toBe(verdict);
    expect(judge('GET', { 'sec-fetch-site': site })).toBeNull();
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('accepts %s from every page', (method) => {
    expect(judge(method, { origin: 'https://evil.com' })).toBeNull();
  });

  it('accepts bearer tokens, which no page of another site can send', () => {
    expect(judge('POST', { origin: 'https://evil.com' }, { hasBearer: true })).toBeNull();
  });

  describe('in strict mode', () => {
    const strict = { isStrict: true };

    it('checks both headers, even with a bearer token', () => {
      const origin = 'https://spandrel.example.com';
      expect(judge('POST', { origin, referer: 'https://evil.com/' }, strict)).toBe('referer');
      expect(
        judge('POST', { origin: 'https://evil.com' }, { isStrict: true, hasBearer: true }),
      ).toBe('origin');
    });

    it('lets a user follow a link from another site', () => {
      const link = { referer: 'https://mail.example.com/', 'sec-fetch-mode': 'navigate' };
      expect(judge('GET', link, strict)).toBeNull();
      expect(judge('POST', link, strict)).toBe('referer');
      expect(judge('GET', { ...link, origin: 'https://evil.com' }, strict)).toBe('origin');
    });
  });
});

import fc from 'fast-check';
import { isSafeReturnUrl, MAX_RETURN_URL_LENGTH } from './return-url.js';

describe('isSafeReturnUrl', () => {
  it.each([
    '/',
    '/projects',
    '/projects/UHJvamVjdDox/traces?filter=a%20b&sort=%0A#top',
    '/_x',
    '/projects/%C3%A4',
  ])('accepts %s', (url) => {
    expect(isSafeReturnUrl(url)).toBe(true);
  });

  it.each([
    '',
    'projects',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%5c%5cevil.example',
    '/%252Fevil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/.//evil.example',
    '/@evil.example',
    '/projects\r\nSet-Cookie: a=b',
    '/projects%0d%0aSet-Cookie:%20a=b',
    String.raw`/projects\..\..\evil`,
    '/%E0%A4%A',
    '/%',
    `/${'a'.repeat(MAX_RETURN_URL_LENGTH)}`,
  ])('refuses %j', (url) => {
    expect(isSafeReturnUrl(url)).toBe(false);
  });

  it('accepts only paths on this server', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '.',
      '@',
      'evil.example',
      '\t',
      ':',
      'a',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const url = `/${parts.join('')}`;
        if (!isSafeReturnUrl(url)) return;
        expect(new URL(url, 'https://ours.example').host).toBe('ours.example');
      }),
    );
  });
});

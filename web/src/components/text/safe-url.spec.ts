import { judgeImage, toSafeLink } from './safe-url.js';

describe('toSafeLink', () => {
  it.each(['https://example.org/a?b#c', 'http://example.org', 'mailto:a@example.org'])(
    'accepts %s',
    (address) => expect(toSafeLink(address)).toBe(address),
  );

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    '/v1/projects',
    '//example.org',
    '',
  ])('refuses %j', (address) => expect(toSafeLink(address)).toBeUndefined());
});

describe('judgeImage', () => {
  it.each([
    ['data:image/png;base64,AAAA', 'inline'],
    ['data:image/svg+xml,<svg/>', 'inline'],
    ['https://example.org/a.png', 'on-demand'],
    ['data:text/html;base64,AAAA', 'refused'],
    ['javascript:alert(1)', 'refused'],
    ['file:///etc/passwd', 'refused'],
    ['__REDACTED__', 'refused'],
  ])('judges %s %s', (address, verdict) => expect(judgeImage(address)).toBe(verdict));
});

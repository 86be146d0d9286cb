import { buildPageUrl } from './use-skipped-sign-in.js';

describe('buildPageUrl', () => {
  it.each(['/projects?timeRangeKey=1h#top', '/javascript:alert(1)', '/https://evil.example'])(
    'of %s is on this server',
    (path) => {
      expect(buildPageUrl(path)).toBe(`http://localhost${path}`);
      expect(new URL(buildPageUrl(path)).origin).toBe('http://localhost');
    },
  );
});

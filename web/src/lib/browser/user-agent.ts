const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/**
 * What a session is used with, as far as the program says: `Firefox on Linux`. Programs that are no
 * browsers keep their own name.
 */
export function describeUserAgent(userAgent: string | null): string {
  if (!userAgent) return 'Unknown program';
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.split(/[/\s]/)[0] || 'Unknown program';
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}

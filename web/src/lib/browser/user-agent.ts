import { getParser } from 'bowser';

/** Shorter names than Bowser’s. */
const BROWSER_NAMES: Record<string, string> = { 'Microsoft Edge': 'Edge' };

/**
 * Describes the program behind a session, such as `Firefox on Linux`. For other programs, returns
 * the name that the program gives itself.
 */
export function describeUserAgent(userAgent: string | null): string {
  if (!userAgent) return 'Unknown program';
  const { browser, os } = getParser(userAgent).getResult();
  if (!browser.name || !os.name) return userAgent.split(/[/\s]/)[0] || 'Unknown program';
  return `${BROWSER_NAMES[browser.name] ?? browser.name} on ${os.name}`;
}

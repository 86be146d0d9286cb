/** Scheme, host and port of an http or https address; null for anything else. */
export function parseOrigin(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

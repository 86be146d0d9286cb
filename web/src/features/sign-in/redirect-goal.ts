const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Says in words where the browser goes after the decision: the address alone tells few people. */
export function describeRedirect(uri: string): string {
  if (!URL.canParse(uri)) return 'an unknown address';
  const { protocol, hostname, host } = new URL(uri);
  if (protocol === 'http:' && LOOPBACK_HOSTS.has(hostname)) return 'a program on this computer';
  if (protocol === 'https:') return `the website ${host}`;
  return `the program on this computer that opens ${protocol} links`;
}

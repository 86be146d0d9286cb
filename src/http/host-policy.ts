import { isIP } from 'node:net';

const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/;
const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/;

/**
 * Decides which host names requests may use. If another site makes its name resolve to this machine
 * (DNS rebinding), requests contain that name. IP addresses and names without a dot cannot be
 * abused this way.
 */
export class HostPolicy {
  private readonly names: ReadonlySet<string>;
  private readonly suffixes: readonly string[];

  /** @param allowed names in lower case; `*.example.com` matches every name under `example.com`. */
  constructor(rootUrl: string, allowed: readonly string[]) {
    this.names = new Set([
      new URL(rootUrl).hostname,
      ...allowed.filter((name) => !name.startsWith('*.')),
    ]);
    this.suffixes = allowed.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  }

  /** @param host a `Host` header, with or without a port. */
  admits(host: string): boolean {
    const hostname = HOST.exec(host.toLowerCase())?.[1];
    if (hostname === undefined) return false;
    if (hostname.startsWith('[')) return isIP(hostname.slice(1, -1)) === 6;
    if (!NAME.test(hostname)) return false;
    const name = hostname.replace(/\.$/, '');
    if (isIP(name) !== 0 || !name.includes('.')) return true;
    return this.names.has(name) || this.suffixes.some((suffix) => name.endsWith(suffix));
  }
}

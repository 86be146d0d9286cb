import { isIP } from 'node:net';

const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/;
const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/;

/**
 * Which hosts requests may name. A page of another site whose name is made to resolve to this
 * machine (DNS rebinding) sends that name; addresses and names without a dot cannot be such ones.
 */
export class HostPolicy {
  private readonly names: ReadonlySet<string>;
  private readonly suffixes: readonly string[];

  /** @param allowed names in lower case; `*.example.com` stands for every name below. */
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

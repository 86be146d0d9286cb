import type { IncomingHttpHeaders } from 'node:http';
import { originOf } from '../config/origins.js';

/** What of a request tells where it was made. */
export interface RequestSource {
  method: string;
  headers: IncomingHttpHeaders;
  hasBearer: boolean;
  /** Scheme, host and port the request came to; asked for only when there is something to compare. */
  ownOrigin: () => string | null;
}

export type UntrustedSource = 'origin' | 'referer' | 'cross_site';

export interface OriginPolicySettings {
  rootUrl: string;
  /** Origins that may write, besides this server's own. */
  trusted: readonly string[];
  /** Looks at every request, also at those that only read. */
  isStrict: boolean;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Which pages may make requests with a person's cookies. Origins are compared whole: another port or
 * scheme of the same host is another site. Programs name no origin and pass.
 */
export class OriginPolicy {
  private readonly trusted: ReadonlySet<string>;

  constructor(private readonly settings: OriginPolicySettings) {
    this.trusted = new Set([new URL(settings.rootUrl).origin, ...settings.trusted]);
  }

  /** @returns what is wrong, or null. */
  judge(source: RequestSource): UntrustedSource | null {
    const { headers } = source;
    if (this.settings.isStrict) {
      if (!this.trusts(headers.origin, source)) return 'origin';
      if (!isNavigation(source) && !this.trusts(headers.referer, source)) return 'referer';
    }
    if (READING.has(source.method) || source.hasBearer) return null;
    if (headers.origin !== undefined) return this.trusts(headers.origin, source) ? null : 'origin';
    if (headers.referer !== undefined) {
      return this.trusts(headers.referer, source) ? null : 'referer';
    }
    const site = headers['sec-fetch-site'];
    return site === 'cross-site' || site === 'same-site' ? 'cross_site' : null;
  }

  /** `Origin: null` is how browsers name a page that is not to be named. */
  private trusts(url: string | undefined, { ownOrigin }: RequestSource): boolean {
    if (url === undefined) return true;
    const origin = originOf(url);
    return origin !== null && (this.trusted.has(origin) || origin === ownOrigin());
  }
}

/** A person follows a link from elsewhere, or comes back from a sign-in provider. */
function isNavigation({ method, headers }: RequestSource): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
}

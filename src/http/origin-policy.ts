import type { IncomingHttpHeaders } from 'node:http';
import { parseOrigin } from '../config/origins.js';

/** The parts of a request that indicate its origin. */
export interface RequestSource {
  method: string;
  headers: IncomingHttpHeaders;
  hasBearer: boolean;
  /** Returns the scheme, host and port that the request was sent to. Called only if needed. */
  ownOrigin: () => string | null;
}

export type UntrustedSource = 'origin' | 'referer' | 'cross_site';

export interface OriginPolicySettings {
  rootUrl: string;
  /** Additional origins that may write. */
  trusted: readonly string[];
  /** Whether to check every request, even one that only reads. */
  isStrict: boolean;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Decides which pages may make requests with a user's cookies. Compares whole origins, because a
 * different port or scheme of the same host is a different site. Programs send no origin and are
 * accepted.
 */
export class OriginPolicy {
  private readonly trusted: ReadonlySet<string>;

  constructor(private readonly settings: OriginPolicySettings) {
    this.trusted = new Set([new URL(settings.rootUrl).origin, ...settings.trusted]);
  }

  /** Returns why the request is refused, or null. */
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

  /** Browsers send `Origin: null` for a page whose origin must stay private. */
  private trusts(url: string | undefined, { ownOrigin }: RequestSource): boolean {
    if (url === undefined) return true;
    const origin = parseOrigin(url);
    return origin !== null && (this.trusted.has(origin) || origin === ownOrigin());
  }
}

/** Returns whether a user is following a link from another site, or returning from a sign-in provider. */
function isNavigation({ method, headers }: RequestSource): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
}

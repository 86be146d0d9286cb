import { isIP } from 'node:net';
import { z } from 'zod';
import { parseOrigin } from './origins.js';
import { text, wholeNumber } from './variables.js';

const ORIGINS = 'a list of origins with a scheme and host, such as https://app.example.com';
const HOSTS =
  'a list of host names without a scheme or port, such as spandrel.example.com,*.example.org';
const PROXIES =
  'none, or a list of IP addresses, networks such as 10.0.0.0/8, loopback, linklocal and uniquelocal';

const HOST_NAME = /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** A comma-separated list. Blank items are skipped, and `item` reads each of the others. */
const listOf = (accepted: string, item: (text: string) => string | null) =>
  text(accepted).transform((value, context) => {
    const items = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item);
    if (items.every((made) => made !== null)) return items;
    context.addIssue({ code: 'custom', message: accepted });
    return z.NEVER;
  });

export const httpVariables = {
  SPANDREL_TRUSTED_PROXIES: listOf(PROXIES, readProxy).default(['127.0.0.1', '::1']),
  SPANDREL_ALLOWED_HOSTS: listOf(HOSTS, readHost).default([]),
  SPANDREL_ALLOWED_ORIGINS: listOf(ORIGINS, readOrigin).default([]),
  SPANDREL_CSRF_TRUSTED_ORIGINS: listOf(ORIGINS, readOrigin).default([]),
  SPANDREL_JSON_MAX_IN_FLIGHT_MIB: wholeNumber(128, 8, 65536),
};

type HttpVariables = z.infer<z.ZodObject<typeof httpVariables>>;

/** Settings that determine which HTTP requests the server accepts. */
export interface HttpEnv {
  /** Peers whose `X-Forwarded-*` headers are trusted, as values for Express' `trust proxy`. */
  trustedProxies: string[];
  /** Additional names allowed in the `Host` header; `*.` matches all names under a domain. */
  allowedHosts: string[];
  /** Origins whose pages may read and write across origins. */
  allowedOrigins: string[];
  /** Origins whose pages may write. If any are set, every request is checked. */
  csrfTrustedOrigins: string[];
  /** Bytes of JSON bodies that are read or handled, above which clients must retry. */
  maxJsonInFlightBytes: number;
}

export function readHttp(v: HttpVariables): HttpEnv {
  return {
    trustedProxies: v.SPANDREL_TRUSTED_PROXIES.filter((proxy) => proxy !== 'none'),
    allowedHosts: v.SPANDREL_ALLOWED_HOSTS,
    allowedOrigins: v.SPANDREL_ALLOWED_ORIGINS,
    csrfTrustedOrigins: v.SPANDREL_CSRF_TRUSTED_ORIGINS,
    maxJsonInFlightBytes: v.SPANDREL_JSON_MAX_IN_FLIGHT_MIB * 1024 * 1024,
  };
}

function readProxy(item: string): string | null {
  if (item === 'none' || NAMED_NETWORKS.has(item)) return item;
  const [address = '', prefix] = item.split('/', 2);
  const version = isIP(address);
  if (version === 0 || item.split('/').length > 2) return null;
  if (prefix === undefined) return item;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128) ? item : null;
}

function readHost(item: string): string | null {
  const name = item.toLowerCase();
  return HOST_NAME.test(name) ? name : null;
}

/** Refuses a path, because it would suggest that only this path is allowed. */
function readOrigin(item: string): string | null {
  const origin = parseOrigin(item);
  return origin !== null && /^[^/]+\/\/[^/?#@]+\/?$/.test(item) ? origin : null;
}

/** The page to show if no other was requested. */
const HOME = '/';

/**
 * Sign-in pages, and server paths that change something when they are opened. An application that
 * asks for access changes nothing.
 */
const NOT_A_GOAL =
  /^\/(login|logout|forgot-password|reset-password|reset-password-with-token|second-factor|auth|oauth2(?!\/(authorize|consent)$)|v1|graphql)(\/|$)/i;

/** Returns the path, query and fragment of a URL without the base path: `/projects?x=1#y`. */
export function getReturnPath(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  basePath: string,
): string {
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : HOME;
  return `${path}${search}${hash}`;
}

/**
 * Returns a `returnUrl` if it can be trusted: a page of this app, as a path below the base path.
 * Everything else (other hosts, `//host`, `javascript:`, sign-out pages) becomes the home page.
 * Anyone can create such a link, so nothing in it is trusted.
 */
export function readReturnPath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])/.test(given)) return HOME;
  // Browsers drop tabs and line breaks from URLs, which can turn a path into another host.
  if (/[\p{Cc}\\]/u.test(given)) return HOME;
  try {
    const url = new URL(given, 'http://here');
    if (url.host !== 'here' || url.pathname.startsWith('//')) return HOME;
    if (NOT_A_GOAL.test(decodeURIComponent(url.pathname))) return HOME;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return HOME;
  }
}

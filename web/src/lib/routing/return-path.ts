/** Where people land who did not say where they want to. */
const HOME = '/';

/** Pages of signing in itself, and addresses of the server that do something when they are opened. */
const NOT_A_GOAL =
  /^\/(login|logout|forgot-password|reset-password|reset-password-with-token|auth|oauth2|v1|graphql)(\/|$)/i;

/** The address of a page without the path the application stands below: `/projects?x=1#y`. */
export function returnPath(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  basePath: string,
): string {
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : HOME;
  return `${path}${search}${hash}`;
}

/**
 * A `returnUrl` as far as it can be trusted: a page of this application, written as a path below its
 * mount. Everything else — other hosts, `//host`, `javascript:`, pages that would sign out again —
 * becomes the home page. Anybody may write such a link, so nothing of it is taken on faith.
 */
export function safeReturnPath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])/.test(given)) return HOME;
  // Browsers drop tabs and line breaks from addresses, which can turn a path into another host.
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

/**
 * The base URL of the app, with a trailing slash. The server writes it into the page, because a
 * reverse proxy may serve Spandrel below a path. The development server writes none and serves from
 * the root.
 */
const BASE_URL = new URL(document.querySelector('base')?.href ?? '/', location.origin);

/** The path of the app without a trailing slash; empty at the root of a host. */
export const basePath = BASE_URL.pathname.replace(/\/$/, '');

/** The URL that clients send to, without a trailing slash. */
export const serverAddress = BASE_URL.href.replace(/\/$/, '');

/** Returns the URL of a file or endpoint of the server, given its path without a leading slash. */
export function buildServerUrl(path: string): string {
  return new URL(path, BASE_URL).href;
}

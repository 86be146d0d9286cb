/**
 * Where the application lives, ending in a slash. The server writes it into the page, as it may stand
 * below a path of a reverse proxy; the development server writes none and serves from the root.
 */
const BASE_URL = new URL(document.querySelector('base')?.href ?? '/', location.origin);

/** The path of the application without the slash at its end: empty at the root of a host. */
export const basePath = BASE_URL.pathname.replace(/\/$/, '');

/** The address clients send to, without a slash at its end. */
export const serverAddress = BASE_URL.href.replace(/\/$/, '');

/** The address of a file or endpoint of the server, given without a leading slash. */
export function serverUrl(path: string): string {
  return new URL(path, BASE_URL).href;
}

/** The URL travels in a cookie. */
export const MAX_RETURN_URL_LENGTH = 1500;

/**
 * Checks that a URL is a path on this server: `/`, or `/` followed by a letter, digit or
 * underscore. Returns false for everything that a browser could interpret as another host
 * (`//host`, `/\host`, percent-encoded or not).
 */
export function isSafeReturnUrl(url: string): boolean {
  if (url.length > MAX_RETURN_URL_LENGTH || /[\p{Cc}\\]/u.test(url)) return false;
  const [path = ''] = url.split(/[?#]/, 1);
  const decoded = decode(path);
  return isLocalPath(path) && decoded !== null && isLocalPath(decoded);
}

function isLocalPath(path: string): boolean {
  return /^\/(\w.*)?$/.test(path) && !/[\p{Cc}\\]/u.test(path);
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

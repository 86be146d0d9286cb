/** Longest place to return to; it travels in a cookie. */
export const LONGEST_RETURN_URL = 1500;

/**
 * True for a path on this server: `/`, or `/` and a letter, digit or underscore. Everything that a
 * browser could take for another host (`//host`, `/\host`, and the same in percent signs) is none.
 */
export function isSafeReturnUrl(url: string): boolean {
  if (url.length > LONGEST_RETURN_URL || /[\p{Cc}\\]/u.test(url)) return false;
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

/** Requirements for `SPANDREL_SECRET` and `SPANDREL_ADMIN_SECRET`. */
export const SECRET_RULES =
  'at least 32 ASCII characters without spaces, including a digit and a lower-case letter';

export function isSecretStrong(value: string): boolean {
  return /^[\x21-\x7e]{32,}$/.test(value) && /\d/.test(value) && /[a-z]/.test(value);
}

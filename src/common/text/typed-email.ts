/** Also accepts `admin@localhost`. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Returns the email address that a user typed, for the audit log; null if it cannot be one, because
 * users sometimes type their password there.
 */
export function readTypedEmail(text: string): string | null {
  const trimmed = text.trim();
  return EMAIL.test(trimmed) ? trimmed : null;
}

/** `admin@localhost` is valid, too. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Returns what a user typed as an e-mail address, for the record; null if it cannot be one, because
 * users sometimes type their password there.
 */
export function readTypedEmail(text: string): string | null {
  const trimmed = text.trim();
  return EMAIL.test(trimmed) ? trimmed : null;
}

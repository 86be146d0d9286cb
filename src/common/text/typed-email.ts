/** As `admin@localhost`, which is one too. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * What somebody typed as an e-mail address, to be remembered; null when it cannot be one, as people
 * type their passwords there by mistake.
 */
export function typedEmail(text: string): string | null {
  const trimmed = text.trim();
  return EMAIL.test(trimmed) ? trimmed : null;
}

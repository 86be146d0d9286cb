import { parseLocalTime } from '../../lib/time/time.js';

const DAY_MS = 86_400_000;

/** The expiry choices for a new key. */
export const EXPIRY_CHOICES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'date', label: 'On a date…' },
  { value: 'never', label: 'Never' },
] as const;

export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number]['value'];

/** Returns the expiry time of a key (null for never), or an error message. */
export function resolveExpiry(
  choice: ExpiryChoice,
  date: string,
  now: number = Date.now(),
): { expiresAt: string | null } | { problem: string } {
  if (choice === 'never') return { expiresAt: null };
  if (choice !== 'date')
    return { expiresAt: new Date(now + Number(choice) * DAY_MS).toISOString() };
  const expiresAt = parseLocalTime(date);
  if (!expiresAt) return { problem: 'Choose the date and time when the key expires.' };
  if (Date.parse(expiresAt) <= now) return { problem: 'Choose a time in the future.' };
  return { expiresAt };
}

/** Whether a key has expired. */
export function isExpired(expiresAt: string | null, now: number = Date.now()): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SIGNS = '!@#$%^&*()_+';

/** One group of each is in every password, so that the strictest policy is met too. */
const GROUPS = [LOWER, UPPER, DIGITS, SIGNS];
/** Signs come once: a password is read out and typed by hand, and the letters are strong enough. */
const REST = LOWER + UPPER + DIGITS;

const LENGTH = 20;

/** A random password of at least 20 characters, without letters that are taken for one another. */
export function newPassword(minLength = 0): string {
  const length = Math.max(LENGTH, minLength);
  const letters = GROUPS.map(pick);
  while (letters.length < length) letters.push(pick(REST));
  return shuffled(letters).join('');
}

function pick(from: string): string {
  return from.charAt(below(from.length));
}

function shuffled(letters: string[]): string[] {
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [letters[last], letters[other]] = [letters[other] ?? '', letters[last] ?? ''];
  }
  return letters;
}

/** A random whole number below `limit`, each as likely as the others. */
function below(limit: number): number {
  const ceiling = 256 - (256 % limit);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 0) >= ceiling);
  return (byte[0] ?? 0) % limit;
}

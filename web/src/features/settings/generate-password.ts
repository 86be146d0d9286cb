const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SIGNS = '!@#$%^&*()_+';

/** Every password has a character of each group, so that it meets the strictest policy. */
const GROUPS = [LOWER, UPPER, DIGITS, SIGNS];
/**
 * Only one symbol, because people read the password aloud and type it by hand, and letters are
 * strong enough.
 */
const REST = LOWER + UPPER + DIGITS;

const LENGTH = 20;

/** Returns a random password of at least 20 characters, without characters that look alike. */
export function generatePassword(minLength = 0): string {
  const length = Math.max(LENGTH, minLength);
  const letters = GROUPS.map(pick);
  while (letters.length < length) letters.push(pick(REST));
  return shuffle(letters).join('');
}

function pick(from: string): string {
  return from.charAt(pickBelow(from.length));
}

function shuffle(letters: string[]): string[] {
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = pickBelow(last + 1);
    [letters[last], letters[other]] = [letters[other] ?? '', letters[last] ?? ''];
  }
  return letters;
}

/** Returns a random integer below `limit`, uniformly distributed. */
function pickBelow(limit: number): number {
  const ceiling = 256 - (256 % limit);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 0) >= ceiling);
  return (byte[0] ?? 0) % limit;
}

import { COMMON_PASSWORDS } from './common-passwords.js';

/** What is asked of a password that somebody chooses (NIST SP 800-63B-4, 3.1.1.2). */
export interface PasswordPolicy {
  /** In characters. */
  minLength: number;
  /** Also asks for digits, both cases and a special character. */
  isStrong: boolean;
}

/** Whose password it is to be; it must not be made of this. */
export interface PasswordOwner {
  username: string;
  email: string | null;
}

/** Longer passwords only cost time. */
export const MAX_PASSWORD_BYTES = 1024;

const PRODUCT = 'spandrel';

/** Of a password without the names of its owner, so much must be left at least. */
const OWN_LETTERS = 4;
const OWN_CHARACTERS = 8;

/** Fewer letters than this make a word by chance, too. */
const CHANCE_LETTERS = 5;

const CLASSES: readonly [RegExp, string][] = [
  [/\d/, 'hold a digit'],
  [/\p{Ll}/u, 'hold a lower-case letter'],
  [/\p{Lu}/u, 'hold an upper-case letter'],
  [/[!@#$%^&*()_+]/, 'hold one of !@#$%^&*()_+'],
];

/** Characters that people type one after the other. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
];

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * What stands against a password, each as the end of "The password must …"; empty when nothing
 * does. Any Unicode and blanks are welcome; it is judged in the form in which it is hashed (NFC).
 */
export function violations(
  password: string,
  owner: PasswordOwner,
  policy: PasswordPolicy,
): string[] {
  const normal = password.normalize('NFC');
  // Nothing that is said below would help with these.
  if (!normal.isWellFormed() || /\p{Cc}/u.test(normal)) return ['hold no control characters'];
  if (Buffer.byteLength(normal) > MAX_PASSWORD_BYTES) {
    return [`have at most ${MAX_PASSWORD_BYTES} bytes`];
  }
  const found: string[] = [];
  if (Array.from(normal).length < policy.minLength) {
    found.push(`have at least ${policy.minLength} characters`);
  }
  if (policy.isStrong) {
    found.push(...CLASSES.filter(([form]) => !form.test(normal)).map(([, reason]) => reason));
  }
  const lower = normal.toLowerCase();
  if (isMadeOf(lower, partsOf(owner))) {
    found.push('be more than the user name, the e-mail address or the name of this product');
  } else if (isCommon(lower)) {
    found.push('be none that many people use');
  } else if (isRepetition(lower) || isSequence(lower)) {
    found.push('be more than repetitions and sequences of characters');
  }
  return found;
}

/** One sentence with all the reasons. */
export function sentenceOf(found: readonly string[]): string {
  const list =
    found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1)}` : found.join();
  return `The password must ${list}.`;
}

/** The names that belong to somebody, whole and in parts, longest first. */
function partsOf({ username, email }: PasswordOwner): string[] {
  const whole = [username, email ?? '', PRODUCT].map((name) => name.normalize('NFC').toLowerCase());
  const parts = whole.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts)]
    .filter((part) => part.length >= 3)
    .toSorted((a, b) => b.length - a.length);
}

/** Whether hardly anything is left without the parts, also when letters are written as digits. */
function isMadeOf(lower: string, parts: readonly string[]): boolean {
  return [lower, withoutLeet(lower)].some((text) => {
    const rest = parts.reduce((left, part) => left.replaceAll(part, ''), text);
    const letters = rest.replaceAll(/[^\p{L}]/gu, '');
    const isLittle = letters.length < OWN_LETTERS && rest.length < OWN_CHARACTERS;
    return isLittle && rest.length < text.length;
  });
}

/** Whether it is a common one, perhaps repeated, with digits and signs around or in place of letters. */
function isCommon(lower: string): boolean {
  const stem = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [lower, withoutLeet(lower), withoutLeet(stem)].some((text) => {
    const letters = text.replaceAll(/[^\p{L}]/gu, '');
    // Among many digits, a few letters may well be a word by chance.
    if (letters.length < CHANCE_LETTERS && letters.length * 2 < lower.length) return false;
    return COMMON_PASSWORDS.has(letters) || COMMON_PASSWORDS.has(unitOf(letters));
  });
}

function withoutLeet(lower: string): string {
  return lower.replaceAll(/[013457@$!]/g, (character) => LEET[character] ?? character);
}

/** Whether it is one piece over and over, or made of two different characters at most. */
function isRepetition(text: string): boolean {
  return unitOf(text).length < text.length || new Set(text).size <= 2;
}

/** The piece that a text repeats, the last time perhaps cut short; else the text itself. */
function unitOf(text: string): string {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return text.slice(0, period);
  }
  return text;
}

/** Whether it mostly runs along the alphabet, the digits or rows of a keyboard, either way. */
function isSequence(text: string): boolean {
  let runs = 1;
  for (let at = 1; at < text.length; at++) {
    if (!areNeighbours(text[at - 1]!, text[at]!)) runs++;
  }
  return runs * 4 <= text.length;
}

function areNeighbours(one: string, next: string): boolean {
  return ROWS.some((row) => {
    const [from, to] = [row.indexOf(one), row.indexOf(next)];
    return from >= 0 && to >= 0 && Math.abs(from - to) === 1;
  });
}

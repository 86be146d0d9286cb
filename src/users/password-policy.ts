import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** What a new password must be like (NIST SP 800-63B-4, 3.1.1.2). */
export interface PasswordPolicy {
  /** In characters. */
  minLength: number;
  /** Also requires a digit, both cases, and a special character. */
  isStrong: boolean;
}

/** Whose password it is; it must not consist of their names. */
export interface PasswordOwner {
  username: string;
  email: string | null;
}

/** Longer passwords only cost time. */
export const MAX_PASSWORD_BYTES = 1024;

const PRODUCT = 'spandrel';

/** Without its owner's names, at least this much of a password must be left. */
const OWN_LETTERS = 4;
const OWN_CHARACTERS = 8;

/**
 * A password must withstand 10^8 guesses, which zxcvbn calls "safely unguessable". If shorter ones
 * are allowed, random ones of the minimum length must still pass.
 */
const GUESSES_LOG10 = 8;

/** zxcvbn takes up to 0.15 s for this many characters, and much longer for more. */
const JUDGED_CHARACTERS = 64;

const CLASSES: readonly [RegExp, string][] = [
  [/\d/, 'contain a digit'],
  [/\p{Ll}/u, 'contain a lowercase letter'],
  [/\p{Lu}/u, 'contain an uppercase letter'],
  [/[!@#$%^&*()_+]/, 'contain one of !@#$%^&*()_+'],
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
 * Returns what is wrong with a password, each as the end of "The password must …". Accepts any
 * Unicode, including spaces, and judges the form that is hashed (NFC).
 */
export async function findViolations(
  password: string,
  owner: PasswordOwner,
  policy: PasswordPolicy,
): Promise<string[]> {
  const normal = password.normalize('NFC');
  // The hints below would not help with these.
  if (!normal.isWellFormed() || /\p{Cc}/u.test(normal)) return ['not contain control characters'];
  if (Buffer.byteLength(normal) > MAX_PASSWORD_BYTES) {
    return [`have at most ${MAX_PASSWORD_BYTES} bytes`];
  }
  const found: string[] = [];
  if (Array.from(normal).length < policy.minLength) {
    found.push(`have at least ${policy.minLength} characters`);
  }
  if (policy.isStrong) found.push(...findMissingClasses(normal));
  const names = listNames(owner);
  if (isMadeOf(normal.toLowerCase(), names)) {
    found.push('be more than the user name, the email address, or the product name');
  } else if (found.length === 0 && !(await isHardToGuess(normal, names, policy.minLength))) {
    found.push('be harder to guess');
  }
  return found;
}

/** Returns the kinds of characters that a strong policy requires and the password lacks. */
export function findMissingClasses(password: string): string[] {
  return CLASSES.filter(([form]) => !form.test(password)).map(([, reason]) => reason);
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Puts all violations into one sentence. */
export function explainViolations(found: readonly string[]): string {
  return `The password must ${LIST.format(found)}.`;
}

let factory: Promise<ZxcvbnFactory> | undefined;

/** Loads its word lists on first use: they take 0.2 s and 30 MB, and many servers need none. */
function loadZxcvbn(): Promise<ZxcvbnFactory> {
  factory ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([core, { dictionary, adjacencyGraphs }]) =>
      new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_CHARACTERS }),
  );
  return factory;
}

async function isHardToGuess(
  password: string,
  names: string[],
  minLength: number,
): Promise<boolean> {
  const zxcvbn = await loadZxcvbn();
  const judged = Array.from(password).slice(0, JUDGED_CHARACTERS).join('');
  const { guesses } = zxcvbn.check(judged, names);
  return guesses >= 10 ** Math.min(GUESSES_LOG10, minLength);
}

/** Returns the names that belong to somebody, whole and in parts, longest first. */
function listNames({ username, email }: PasswordOwner): string[] {
  const whole = [username, email ?? '', PRODUCT].map((name) => name.normalize('NFC').toLowerCase());
  const parts = whole.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts)]
    .filter((part) => part.length >= 3)
    .toSorted((a, b) => b.length - a.length);
}

/** Whether hardly anything is left without the names, also when letters are written as digits. */
function isMadeOf(lower: string, names: readonly string[]): boolean {
  return [lower, removeLeet(lower)].some((text) => {
    const rest = names.reduce((left, name) => left.replaceAll(name, ''), text);
    const letters = rest.replaceAll(/[^\p{L}]/gu, '');
    const isLittle = letters.length < OWN_LETTERS && rest.length < OWN_CHARACTERS;
    return isLittle && rest.length < text.length;
  });
}

function removeLeet(lower: string): string {
  return lower.replaceAll(/[013457@$!]/g, (character) => LEET[character] ?? character);
}

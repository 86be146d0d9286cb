import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Requirements for new passwords (NIST SP 800-63B-4, 3.1.1.2). */
export interface PasswordPolicy {
  /** In characters. */
  minLength: number;
  /** Also requires a digit, both cases, and a special character. */
  isStrong: boolean;
}

/** The owner of the password, which must not consist of their names. */
export interface PasswordOwner {
  username: string;
  email: string | null;
}

/** Longer passwords only take more time. */
export const MAX_PASSWORD_BYTES = 1024;

const PRODUCT = 'spandrel';

/** Minimum number of characters that must remain without the owner's names. */
const OWN_LETTERS = 4;
const OWN_CHARACTERS = 8;

/**
 * A password must withstand 10^8 guesses, which zxcvbn calls "safely unguessable". If shorter
 * passwords are allowed, random ones of the minimum length must still pass.
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
 * Returns the violations of a password, each as the end of "The password must …". Accepts any
 * Unicode characters, including spaces, and checks the form that is hashed (NFC).
 */
export async function findViolations(
  password: string,
  owner: PasswordOwner,
  policy: PasswordPolicy,
): Promise<string[]> {
  const normal = password.normalize('NFC');
  // For these passwords, the messages below would not help.
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

/**
 * Loads its word lists on first use, because they take 0.2 s and 30 MB, and many servers do not
 * need them.
 */
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

/** Returns the names of the owner, whole and in parts, longest first. */
function listNames({ username, email }: PasswordOwner): string[] {
  const whole = [username, email ?? '', PRODUCT].map((name) => name.normalize('NFC').toLowerCase());
  const parts = whole.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts)]
    .filter((part) => part.length >= 3)
    .toSorted((a, b) => b.length - a.length);
}

/** Returns whether hardly anything remains without the names, even if digits replace letters. */
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

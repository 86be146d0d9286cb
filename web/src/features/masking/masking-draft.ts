import type { Masking, MaskRules } from './api/masking.js';

type MaskedKind = Masking['kinds'][number];

/** The kinds of values that are recognized without a pattern, in the words of the page. */
export const KINDS: readonly { kind: MaskedKind; label: string; hint: string }[] = [
  { kind: 'EMAIL', label: 'Email addresses', hint: 'stored as [email]' },
  { kind: 'CARD', label: 'Card numbers', hint: 'stored as [card], if the check digit is right' },
  { kind: 'IBAN', label: 'Bank accounts', hint: 'stored as [iban], if the check digits are right' },
  { kind: 'IP_ADDRESS', label: 'IP addresses', hint: 'stored as [ip address]' },
  {
    kind: 'SECRET',
    label: 'Keys and tokens',
    hint: 'API keys of known forms, JSON web tokens and private keys, stored as [secret]',
  },
];

/** A pattern that is edited. */
export interface PatternDraft {
  /** Tells rows apart. */
  key: number;
  name: string;
  pattern: string;
}

/** The rules as they are edited. */
export interface MaskingDraft {
  kinds: MaskedKind[];
  /** A name in each line. */
  keys: string;
  patterns: PatternDraft[];
}

export function toDraft({ kinds, keys, patterns }: Masking): MaskingDraft {
  return {
    kinds: [...kinds],
    keys: keys.join('\n'),
    patterns: patterns.map((pattern, key) => ({ key, ...pattern })),
  };
}

/** Leaves out empty lines, and patterns without a name and a pattern. */
export function toRules({ kinds, keys, patterns }: MaskingDraft): MaskRules {
  return {
    kinds,
    keys: keys
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    patterns: patterns
      .filter(({ name, pattern }) => name.trim() !== '' || pattern !== '')
      .map(({ name, pattern }) => ({ name: name.trim(), pattern })),
  };
}

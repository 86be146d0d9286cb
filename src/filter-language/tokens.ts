import type { Stretch } from './source.js';

/** The language's signs, longer ones first. */
export const SIGNS = [
  '==',
  '!=',
  '<=',
  '>=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
] as const;

export type Sign = (typeof SIGNS)[number];

/** Words that cannot be names. */
export const WORDS = [
  'and',
  'or',
  'not',
  'in',
  'is',
  'True',
  'False',
  'None',
  'for',
  'if',
] as const;

export type Word = (typeof WORDS)[number];

export type Token = Stretch &
  (
    | { kind: 'sign'; sign: Sign }
    | { kind: 'word'; word: Word }
    | { kind: 'name'; name: string }
    /** The number in a form that PostgreSQL accepts. */
    | { kind: 'number'; digits: string }
    | { kind: 'text'; text: string }
    | { kind: 'end' }
  );

import { RE2JS } from 're2js';

/** Longer patterns and names are refused, which bounds the time of a search. */
export const MAX_PATTERN_LENGTH = 1_000;
const MAX_NAME_LENGTH = 1_000;

const ONE_ANCHOR = 100;
const TWO_ANCHORS = 250;
const LITERAL = 3;
const CLASS = 1;
const WILDCARD = -5;
const QUANTIFIER = -2;
const ALTERNATION = -4;

/** A compiled pattern. */
export interface ModelPattern {
  /** Returns whether the pattern occurs in the name of a model. */
  occursIn(modelName: string): boolean;
}

/**
 * Compiles a pattern in RE2 syntax, whose searches take linear time. Therefore, a pattern cannot
 * look around or refer back.
 * @throws Error with the reason if the pattern is invalid.
 */
export function compilePattern(pattern: string): ModelPattern {
  if (pattern === '') throw new Error('The pattern must not be empty.');
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new Error(`The pattern must have at most ${MAX_PATTERN_LENGTH} characters.`);
  }
  const compiled = RE2JS.compile(pattern);
  return {
    occursIn: (name) => name.length <= MAX_NAME_LENGTH && compiled.matcher(name).find(),
  };
}

/** Returns why a pattern cannot be used, as a sentence; null if it can. */
export function explainPattern(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
    if (reason.endsWith('.')) return reason;
    return `The pattern is not a valid regular expression in RE2 syntax: ${reason}.`;
  }
}

const TOKEN = /\\[dDwWsSbB]|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[^:)]*[:)]|[\s\S]/gu;

/**
 * Returns how narrow a pattern is, in points: anchors, literals and classes add some; wildcards, quantifiers
 * and alternatives take some.
 */
export function measureSpecificity(pattern: string): number {
  let [points, anchors] = [0, 0];
  for (const [token] of pattern.replace(/\{\d+(?:,\d*)?\}/g, '+').matchAll(TOKEN)) {
    if (token === '^' || token === '$') anchors += 1;
    else if (token === '.') points += WILDCARD;
    else if (token === '|') points += ALTERNATION;
    else if (/^[*+?]$/.test(token)) points += QUANTIFIER;
    else if (/^(?:[()]|\(\?.*)$/s.test(token)) continue;
    else if (/^(?:\[.*|\\[dDwWsSbB])$/s.test(token)) points += CLASS;
    else points += LITERAL;
  }
  if (anchors === 0) return points;
  return points + (anchors === 1 ? ONE_ANCHOR : TWO_ANCHORS);
}

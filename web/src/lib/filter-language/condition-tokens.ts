/** The kind of a part of a condition, which determines its color. */
export type TokenTone = 'string' | 'number' | 'word' | 'constant' | 'function' | 'operator' | 'bar';

export interface ConditionToken {
  from: number;
  to: number;
  tone: TokenTone;
}

/** In this order: a string may contain anything, and a name may contain a word. */
const TOKENS = new RegExp(
  [
    String.raw`(?<string>[rRuU]?(?:'(?:\\.|[^'\\])*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)))`,
    String.raw`(?<function>\b(?:any|all|len|sum|min|max|float|int|str)(?=\s*\())`,
    String.raw`(?<![.\w])(?<word>and|or|not|in|is|if|for)\b`,
    String.raw`(?<constant>\b(?:True|False|None)\b)`,
    String.raw`(?:[A-Za-z_]\w*)`,
    String.raw`(?<number>\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?)`,
    String.raw`(?<operator>[=!<>]=?|[-+*/%])`,
  ].join('|'),
  'g',
);

const PHRASE = /"[^"]*(?:"|$)/g;

/**
 * Returns what a query consists of: phrases among the words before `start`, where the condition
 * starts, and the parts of the condition. Leaves out names, brackets and single words.
 */
export function readTokens(text: string, start: number): ConditionToken[] {
  const words = text.slice(0, start);
  const tokens: ConditionToken[] = [...words.matchAll(PHRASE)].map((match) =>
    toToken(match, 0, 'string'),
  );
  const bar = /\|\s*$/.exec(words);
  if (bar) tokens.push({ from: bar.index, to: bar.index + 1, tone: 'bar' });
  for (const match of text.slice(start).matchAll(TOKENS)) {
    const tone = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined)?.[0];
    if (tone) tokens.push(toToken(match, start, tone as TokenTone));
  }
  return tokens;
}

function toToken(match: RegExpExecArray, start: number, tone: TokenTone): ConditionToken {
  const from = start + match.index;
  return { from, to: from + match[0].length, tone };
}

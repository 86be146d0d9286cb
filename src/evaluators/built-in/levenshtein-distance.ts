import { distance } from 'fastest-levenshtein';
import { foldCase } from '../../kernel/text/fold-case.js';
import { defineDistance } from './built-in-evaluator.js';
import { booleanParameter, textParameter } from './parameters.js';

/** A comparison of two texts of this length takes about ten milliseconds. */
const MAX_TEXT_LENGTH = 10_000;

/** Counts the edits between two texts. */
export const levenshteinDistance = defineDistance({
  name: 'levenshtein_distance',
  description:
    'How many characters must be inserted, deleted or replaced to turn a text into the expected one.',
  parameters: {
    expected: textParameter('The expected text.', MAX_TEXT_LENGTH),
    actual: textParameter('The text to compare with it.', MAX_TEXT_LENGTH),
    case_sensitive: booleanParameter('Whether upper and lower case differ.', true),
  },
  evaluate: ({ expected, actual, case_sensitive: isCaseSensitive }) => {
    const fold = isCaseSensitive ? (value: string) => value : foldCase;
    const answer = distance(...toCodeUnits(fold(expected), fold(actual)));
    const edits = answer === 1 ? '1 edit turns' : `${answer} edits turn`;
    const explanation =
      answer === 0 ? 'The texts are equal.' : `${edits} the text into the expected one.`;
    return { answer, explanation };
  },
});

/**
 * Numbers the characters of two texts, so that each takes one code unit. The library counts code
 * units, of which an emoji has two.
 */
function toCodeUnits(...texts: [string, string]): [string, string] {
  if (!texts.some((text) => /[\uD800-\uDFFF]/.test(text))) return texts;
  const numbers = new Map<string, number>();
  const toText = (text: string) => {
    const units = Array.from(text, (character) => {
      const number = numbers.get(character) ?? numbers.size;
      numbers.set(character, number);
      return String.fromCharCode(number);
    });
    return units.join('');
  };
  return [toText(texts[0]), toText(texts[1])];
}

import { foldCase } from '../../kernel/text/fold-case.js';
import { EvaluationError, quote } from '../evaluation/evaluation.js';
import { defineTest } from './built-in-evaluator.js';
import { booleanParameter, textParameter, textsParameter } from './parameters.js';

const MAX_WORDS = 100;

/** An evaluator that tests whether a text contains words. */
export const contains = defineTest({
  name: 'contains',
  description: 'Whether a text contains at least one of several words or phrases, or all of them.',
  parameters: {
    words: textsParameter(
      `At most ${MAX_WORDS} words or phrases, as a list or with commas between them.`,
    ),
    text: textParameter('The text to search.'),
    case_sensitive: booleanParameter('Whether upper and lower case differ.', false),
    require_all: booleanParameter('Whether the text must contain all words.', false),
  },
  evaluate: ({ words, text, case_sensitive: isCaseSensitive, require_all: requiresAll }) => {
    if (words.length === 0) throw new EvaluationError('"words" must contain at least one word.');
    if (words.length > MAX_WORDS) {
      throw new EvaluationError(`"words" must contain at most ${MAX_WORDS} words.`);
    }
    const fold = isCaseSensitive ? (value: string) => value : foldCase;
    const searched = fold(text);
    const missing = words.filter((word) => !searched.includes(fold(word)));
    const found = words.filter((word) => !missing.includes(word));
    const answer = requiresAll ? missing.length === 0 : found.length > 0;
    return {
      answer,
      explanation: explain(answer && !requiresAll ? found : missing, answer, words),
    };
  },
});

function explain(named: readonly string[], answer: boolean, words: readonly string[]): string {
  const list = named.map(quote).join(', ');
  if (answer && named.length === 0) return `The text contains ${words.map(quote).join(', ')}.`;
  return answer ? `The text contains ${list}.` : `The text does not contain ${list}.`;
}

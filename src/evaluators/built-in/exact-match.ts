import { foldCase } from '../../kernel/text/fold-case.js';
import { quote } from '../evaluation/evaluation.js';
import { defineTest } from './built-in-evaluator.js';
import { booleanParameter, textParameter } from './parameters.js';

/** An evaluator that tests whether two texts are equal. */
export const exactMatch = defineTest({
  name: 'exact_match',
  description: 'Whether a text is exactly the expected one.',
  parameters: {
    expected: textParameter('The expected text.'),
    actual: textParameter('The text to compare with it.'),
    case_sensitive: booleanParameter('Whether upper and lower case differ.', true),
  },
  evaluate: ({ expected, actual, case_sensitive: isCaseSensitive }) => {
    const fold = isCaseSensitive ? (value: string) => value : foldCase;
    const answer = fold(expected) === fold(actual);
    const explanation = answer
      ? `The text is ${quote(expected)}, as expected.`
      : `Expected ${quote(expected)}, but the text is ${quote(actual)}.`;
    return { answer, explanation };
  },
});

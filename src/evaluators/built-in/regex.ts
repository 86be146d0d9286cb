import { RE2JS } from 're2js';
import { EvaluationError, quote } from '../evaluation.js';
import { defineTest } from './built-in-evaluator.js';
import { booleanParameter, textParameter } from './parameters.js';

const LONGEST_PATTERN = 1_000;

/**
 * Maximum product of the length of the text and the size of the compiled pattern, which bounds the
 * time of a search to a fraction of a second.
 */
const MAX_STEPS = 10_000_000;

/** Tells whether a pattern matches a text. */
export const regex = defineTest({
  name: 'regex',
  description: 'Whether a regular expression matches a text.',
  parameters: {
    pattern: textParameter(
      'A regular expression in RE2 syntax, without look-around and back-references.',
      LONGEST_PATTERN,
    ),
    text: textParameter('The text to search.'),
    full_match: booleanParameter('Whether the pattern must match the whole text.', false),
  },
  evaluate: ({ pattern, text, full_match: isFull }) => {
    const compiled = compile(pattern);
    if (compiled.programSize() * text.length > MAX_STEPS) {
      throw new EvaluationError('The text is too long for a pattern of this size.');
    }
    const matcher = compiled.matcher(text);
    const answer = isFull ? matcher.matches() : matcher.find();
    const part = isFull ? 'the whole text' : 'the text';
    const explanation = answer
      ? `The pattern matches ${quote(matcher.group() ?? '')}.`
      : `The pattern does not match ${part}.`;
    return { answer, explanation };
  },
});

/** Searches of these patterns take linear time. */
function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
    throw new EvaluationError(
      `"pattern" is not a valid regular expression in RE2 syntax: ${reason}.`,
    );
  }
}

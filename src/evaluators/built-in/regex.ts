import { RE2JS } from 're2js';
import { EvaluationError, quote } from '../evaluation/evaluation.js';
import { defineTest } from './built-in-evaluator.js';
import { booleanParameter, type Parameter, textParameter } from './parameters.js';

const MAX_PATTERN_LENGTH = 1_000;

/**
 * Maximum product of the length of the text and the size of the compiled pattern, which bounds the
 * time of a search to a fraction of a second.
 */
const MAX_STEPS = 10_000_000;

/** An evaluator that tests whether a pattern matches a text. */
export const regex = defineTest({
  name: 'regex',
  description: 'Whether a regular expression matches a text.',
  parameters: {
    pattern: patternParameter(),
    text: textParameter('The text to search.'),
    full_match: booleanParameter('Whether the pattern must match the whole text.', false),
  },
  evaluate: ({ pattern, text, full_match: isFull }) => {
    if (pattern.programSize() * text.length > MAX_STEPS) {
      throw new EvaluationError('The text is too long for a pattern of this size.');
    }
    const matcher = pattern.matcher(text);
    const answer = isFull ? matcher.matches() : matcher.find();
    const part = isFull ? 'the whole text' : 'the text';
    const explanation = answer
      ? `The pattern matches ${quote(matcher.group() ?? '')}.`
      : `The pattern does not match ${part}.`;
    return { answer, explanation };
  },
});

function patternParameter(): Parameter<RE2JS> {
  const source = textParameter(
    'A regular expression in RE2 syntax, without look-around and back-references.',
    MAX_PATTERN_LENGTH,
  );
  return {
    schema: source.schema,
    read: (input, name) => {
      try {
        return RE2JS.compile(source.read(input, name));
      } catch (error) {
        if (error instanceof EvaluationError) throw error;
        const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
        throw new EvaluationError(
          `"${name}" is not a valid regular expression in RE2 syntax: ${reason}.`,
        );
      }
    },
  };
}

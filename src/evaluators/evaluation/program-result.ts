import {
  isJsonObject,
  isRawNumber,
  type JsonValue,
  numberValue,
  parseJson,
} from '../../kernel/json/json.js';
import { type Evaluation, EvaluationError, quote } from './evaluation.js';
import type { OutputConfig } from './output-config.js';

/** Characters of an explanation. */
const MAX_EXPLANATION_LENGTH = 20_000;
const MAX_LABEL_LENGTH = 1_000;

const FORMS =
  'Return a score, a label, true or false, or an object with score, label and explanation.';

/**
 * Turns what a function returned into an evaluation.
 * @param text JSON.
 * @param output what the evaluator can answer; null for anything.
 * @throws EvaluationError if it is neither a score nor a label, or does not fit the output.
 */
export function readProgramResult(text: string, output: OutputConfig | null): Evaluation {
  const value = parseJson(text);
  if (value === null) throw new EvaluationError(`The function returned nothing. ${FORMS}`);
  if (!isJsonObject(value)) return complete({ answer: value, explanation: null }, output);
  const { score = null, label = null, explanation = null } = value;
  if (score === null && label === null) {
    throw new EvaluationError(
      `The function returned an object without a score or a label. ${FORMS}`,
    );
  }
  if (explanation !== null && typeof explanation !== 'string') {
    throw new EvaluationError('The explanation must be a text.');
  }
  const cut = explanation?.slice(0, MAX_EXPLANATION_LENGTH).toWellFormed() ?? null;
  if (label === null) return complete({ answer: score, explanation: cut }, output);
  if (typeof label !== 'string') throw new EvaluationError('The label must be a text.');
  const found = complete({ answer: label, explanation: cut }, output);
  if (score === null) return found;
  return { ...found, score: complete({ answer: score, explanation: cut }, null).score };
}

function complete(
  { answer, explanation }: { answer: JsonValue; explanation: string | null },
  output: OutputConfig | null,
): Evaluation {
  if (typeof answer === 'boolean') return { ...readBoolean(answer, output), explanation };
  if (typeof answer === 'string') return { ...readLabel(answer, output), explanation };
  if (typeof answer !== 'number' && !isRawNumber(answer)) {
    throw new EvaluationError(`The function returned ${describe(answer)}. ${FORMS}`);
  }
  return { ...readScore(numberValue(answer), output), explanation };
}

type Verdict = Pick<Evaluation, 'label' | 'score'>;

/** The first label stands for true, as for built-in evaluators. */
function readBoolean(answer: boolean, output: OutputConfig | null): Verdict {
  const score = answer ? 1 : 0;
  if (output?.type !== 'CATEGORICAL') return { label: String(answer), score };
  const [yes, no, ...others] = output.values;
  const value = answer ? yes : no;
  if (value && others.length === 0) return value;
  throw new EvaluationError(
    'The function returned true or false, but the output is not two labels.',
  );
}

function readLabel(answer: string, output: OutputConfig | null): Verdict {
  const label = answer.trim();
  if (label === '' || label.length > MAX_LABEL_LENGTH) {
    throw new EvaluationError(`A label must have 1 to ${MAX_LABEL_LENGTH} characters.`);
  }
  if (!output) return { label: label.toWellFormed(), score: null };
  if (output.type === 'CONTINUOUS') {
    throw new EvaluationError(
      `The function returned the label ${quote(label)} instead of a score.`,
    );
  }
  const value = output.values.find((one) => one.label === label);
  if (value) return value;
  const labels = output.values.map((one) => quote(one.label)).join(', ');
  throw new EvaluationError(`The label ${quote(label)} is not one of ${labels}.`);
}

function readScore(score: number, output: OutputConfig | null): Verdict {
  if (!Number.isFinite(score)) throw new EvaluationError('The score must be a finite number.');
  if (output?.type === 'CATEGORICAL') {
    const value = output.values.find((one) => one.score === score);
    if (value) return value;
    throw new EvaluationError(`No label has the score ${score}.`);
  }
  const { lowerBound = null, upperBound = null } = output ?? {};
  if ((lowerBound !== null && score < lowerBound) || (upperBound !== null && score > upperBound)) {
    const bounds = `${lowerBound ?? '-∞'} to ${upperBound ?? '∞'}`;
    throw new EvaluationError(`The score ${score} is outside of the bounds ${bounds}.`);
  }
  return { label: null, score };
}

function describe(value: JsonValue): string {
  return Array.isArray(value) ? 'a list' : 'something else';
}

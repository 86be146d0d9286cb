import { getOwn, isJsonObject, type JsonObject, parseJson } from '../../kernel/json/json.js';
import type { ChatAnswer } from '../../model-providers/chats/chats.service.js';
import { type Evaluation, EvaluationError, quote } from '../evaluation/evaluation.js';
import type { CategoricalOutput } from '../evaluation/output-config.js';
import { EXPLANATION, LABEL } from './evaluation-tool.js';

/**
 * Reads the evaluation in the answer of a model: from the call of a tool, from JSON, or from a text
 * that is nothing but a label.
 * @throws EvaluationError if the answer has no label, or one that the output does not have.
 */
export function readJudgment(
  answer: Pick<ChatAnswer, 'text' | 'toolCalls'>,
  output: CategoricalOutput,
): Evaluation {
  for (const source of [...answer.toolCalls.map((call) => call.arguments), answer.text]) {
    const members = parseObject(source);
    const label = members && (getOwn(members, LABEL) ?? getOwn(members, output.name));
    if (!members || (typeof label !== 'string' && typeof label !== 'boolean')) continue;
    const explanation = getOwn(members, EXPLANATION);
    return toEvaluation(
      String(label),
      typeof explanation === 'string' ? explanation : null,
      output,
    );
  }
  const text = answer.text.trim();
  if (text !== '') return toEvaluation(text, null, output);
  throw new EvaluationError('The model answered without a label.');
}

function toEvaluation(
  given: string,
  explanation: string | null,
  { values }: CategoricalOutput,
): Evaluation {
  const value =
    values.find(({ label }) => label === given) ??
    values.find(({ label }) => label.toLowerCase() === given.toLowerCase());
  if (value) return { label: value.label, score: value.score, explanation };
  const labels = values.map(({ label }) => quote(label)).join(', ');
  throw new EvaluationError(`The model answered ${quote(given)}. The labels are ${labels}.`);
}

function parseObject(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

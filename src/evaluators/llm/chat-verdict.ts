import { getOwn, isJsonObject, type JsonValue, parseJson } from '../../common/json/json.js';
import type { ChatAnswer } from '../../model-providers/chats/chats.service.js';
import { type Evaluation, EvaluationError, quote } from '../evaluation/evaluation.js';
import type { CategoricalOutput } from '../evaluation/output-config.js';
import { EXPLANATION, LABEL } from './evaluation-tool.js';

/**
 * Reads what a model said about an output, from the arguments of its tool call or from its text.
 * @throws EvaluationError if there is no label, or one that the output does not have.
 */
export function readChatVerdict(
  { toolCalls, text }: Pick<ChatAnswer, 'toolCalls' | 'text'>,
  output: CategoricalOutput,
): Evaluation {
  const answers = [...toolCalls.map((call) => call.arguments), text];
  for (const answer of answers.map(parse)) {
    if (!isJsonObject(answer)) continue;
    const label = getOwn(answer, LABEL) ?? getOwn(answer, output.name);
    if (typeof label !== 'string') continue;
    const value = output.values.find((one) => one.label === label.trim());
    if (!value) {
      const labels = output.values.map((one) => quote(one.label)).join(', ');
      throw new EvaluationError(
        `The model answered ${quote(label)}, which is not one of ${labels}.`,
      );
    }
    const explanation = getOwn(answer, EXPLANATION);
    return {
      label: value.label,
      score: value.score,
      explanation: typeof explanation === 'string' ? explanation.toWellFormed() : null,
    };
  }
  throw new EvaluationError(`The model answered without a label: ${quote(text)}`);
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

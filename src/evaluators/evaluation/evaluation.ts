import { UnprocessableError } from '../../kernel/errors/errors.js';

/** The verdict of an evaluator on one output. */
export interface Evaluation {
  label: string | null;
  score: number | null;
  explanation: string | null;
}

/** An evaluator cannot evaluate what it was given. The message says why. */
export class EvaluationError extends UnprocessableError {}

const MAX_QUOTE_LENGTH = 200;

/** Quotes a text in an explanation or error. Shortens long ones. */
export function quote(text: string): string {
  const isLong = text.length > MAX_QUOTE_LENGTH;
  return `"${isLong ? `${text.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…` : text}"`;
}

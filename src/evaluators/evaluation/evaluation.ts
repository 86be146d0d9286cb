import { UnprocessableError } from '../../kernel/errors/errors.js';

/** What an evaluator says about one output. */
export interface Evaluation {
  label: string | null;
  score: number | null;
  explanation: string | null;
}

/** An evaluator cannot evaluate what it was given. The message says why. */
export class EvaluationError extends UnprocessableError {}

const LONGEST_QUOTE = 200;

/** Quotes a text in an explanation or error. Shortens long ones. */
export function quote(text: string): string {
  const isLong = text.length > LONGEST_QUOTE;
  return `"${isLong ? `${text.slice(0, LONGEST_QUOTE).toWellFormed()}…` : text}"`;
}

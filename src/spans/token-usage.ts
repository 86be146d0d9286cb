import { isRawNumber, numberValue } from '../kernel/json/json.js';

/**
 * More tokens than any model can process. Keeps the totals of traces and sessions within a bigint.
 */
export const MAX_TOKENS = 1e12;

/** The kinds of spans that are calls of models, which have tokens and a cost. */
export const CALL_KINDS = ['LLM', 'EMBEDDING'] as const;

export type CallKind = (typeof CALL_KINDS)[number];

/** SQL of these kinds. */
export const CALL_KINDS_SQL = `(${CALL_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

export function isCallKind(kind: string): kind is CallKind {
  return (CALL_KINDS as readonly string[]).includes(kind);
}

/** The tokens of one call of a model. A part that the sender leaves out is 0. */
export interface TokenUsage {
  prompt: number;
  completion: number;
}

/**
 * Reads what a call used; null if its sender reports nothing.
 *
 * Senders count in different ways. Where the numbers show it, these belong to the sum: cached tokens that the
 * prompt does not include, reasoning that the completion does not include, and the rest of a total above both,
 * which belongs to the completion, or to the prompt if that has no tokens.
 * @param find returns what the span has under a name below `llm.token_count`.
 */
export function readTokenUsage(find: (name: string) => unknown): TokenUsage | null {
  const count = (name: string): number | null => readCount(find(name));
  const parts = [count('prompt'), count('completion'), count('total')];
  const cached =
    (count('prompt_details.cache_read') ?? 0) + (count('prompt_details.cache_write') ?? 0);
  const reasoning = count('completion_details.reasoning') ?? 0;
  if (parts.every((part) => part === null) && cached + reasoning === 0) return null;
  let [prompt, completion, total] = parts.map((part) => part ?? 0) as [number, number, number];
  // Of a total that two readings explain, a detail that exceeds its part decides.
  if (reasoning > completion) completion += reasoning;
  if (cached > prompt) prompt += cached;
  else if (cached > 0 && total === prompt + completion + cached) prompt += cached;
  const rest = total - prompt - completion;
  if (rest > 0) {
    if (prompt === 0) prompt = rest;
    else completion += rest;
  }
  return { prompt, completion };
}

/**
 * Reads a number of tokens, also from text; null for anything else, and for negative numbers, by which some
 * senders mean "unknown". Fractions are cut off.
 */
export function readCount(value: unknown): number | null {
  const count = toNumber(value);
  return count >= 0 && count <= MAX_TOKENS ? Math.trunc(count) : null;
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (isRawNumber(value)) return numberValue(value);
  // Longer numbers cannot be counts.
  if (typeof value !== 'string' || value.length > 100) return NaN;
  const text = value.trim().replaceAll('_', '');
  return /^\+?\d+$/.test(text) ? Number(text) : NaN;
}

import type { TokenUsage } from '../../spans/token-usage.js';
import type { HotAttributes } from './calls.queries.js';

/** US dollars. */
export interface StatedCost {
  promptCost: number;
  completionCost: number;
}

/** No call costs more, so whoever states more does not mean US dollars. */
const MAX_COST = 1_000_000;

/**
 * Reads the cost of a call that its sender states; null if there is none that makes sense. A total belongs to
 * prompt and completion as stated, and otherwise in proportion to their tokens.
 */
export function readStatedCost(
  attributes: HotAttributes,
  usage: TokenUsage | null,
): StatedCost | null {
  const [total, prompt, completion] = ['total', 'prompt', 'completion'].map((part) =>
    readCost(attributes[`llm.cost.${part}`]),
  ) as [number | null, number | null, number | null];
  if (total === null) {
    if (prompt === null && completion === null) return null;
    return { promptCost: prompt ?? 0, completionCost: completion ?? 0 };
  }
  if (prompt !== null && prompt <= total) return split(total, prompt);
  if (completion !== null && completion <= total) return split(total, total - completion);
  const tokens = usage ? usage.prompt + usage.completion : 0;
  return split(total, usage && tokens > 0 ? (total * usage.prompt) / tokens : 0);
}

function split(total: number, promptCost: number): StatedCost {
  return { promptCost, completionCost: total - promptCost };
}

function readCost(value: unknown): number | null {
  const cost = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof cost === 'number' && cost >= 0 && cost <= MAX_COST ? cost : null;
}

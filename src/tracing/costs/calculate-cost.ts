import {
  readCount as readTokenCount,
  readTokenUsage,
  type TokenUsage,
} from '../../spans/token-usage.js';
import type { TokenPrice } from '../../models/generative-models.service.js';
import type { HotAttributes } from './calls.queries.js';

/** Tokens of one type on one side, with their cost in US dollars; null if no price is known. */
export interface CostDetail {
  isPrompt: boolean;
  tokenType: string;
  tokens: number;
  cost: number | null;
  costPerToken: number | null;
}

/** The tokens and cost of a span. */
export interface SpanCost {
  promptTokens: number;
  completionTokens: number;
  promptCost: number | null;
  completionCost: number | null;
  /** Prompt first, sorted by type. */
  details: CostDetail[];
}

const COUNT = 'llm.token_count.';
const PER_MILLION = 1_000_000;

/** Further types count at the base rate. PostgreSQL refuses long keys. */
const MAX_TYPES = 50;
const MAX_TYPE_LENGTH = 100;

/**
 * Calculates the cost of a span from its attributes. Tokens that no detail explains are `input` or
 * `output`.
 * @param prices those of the model that prices the span; null if there is none.
 */
export function calculateCost(
  attributes: HotAttributes,
  prices: readonly TokenPrice[] | null,
): SpanCost {
  const { prompt, completion } = readUsage(attributes) ?? { prompt: 0, completion: 0 };
  // Prices with tiers ask for the whole prompt, whichever way its sender counts.
  const counted = { ...attributes, [`${COUNT}prompt`]: prompt };
  const details = [
    ...priceSide(true, prompt, counted, prices),
    ...priceSide(false, completion, counted, prices),
  ];
  return {
    promptTokens: prompt,
    completionTokens: completion,
    promptCost: prices && sumCosts(details.filter(({ isPrompt }) => isPrompt)),
    completionCost: prices && sumCosts(details.filter(({ isPrompt }) => !isPrompt)),
    details,
  };
}

/** Reads the tokens that the attributes of a call report; null if it reports none. */
export function readUsage(attributes: HotAttributes): TokenUsage | null {
  return readTokenUsage((name) => attributes[`${COUNT}${name}`]);
}

function priceSide(
  isPrompt: boolean,
  total: number,
  attributes: HotAttributes,
  prices: readonly TokenPrice[] | null,
): CostDetail[] {
  const prefix = `${COUNT}${isPrompt ? 'prompt' : 'completion'}_details.`;
  const base = isPrompt ? 'input' : 'output';
  const tokens = new Map<string, number>();
  let explained = 0;
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(prefix)) continue;
    const type = key.slice(prefix.length);
    const count = readCount(value);
    if (type === '' || count === 0) continue;
    if (type.length > MAX_TYPE_LENGTH || tokens.size === MAX_TYPES) continue;
    tokens.set(type, count);
    explained += count;
  }
  const rest = total - explained;
  if (rest > 0) tokens.set(base, (tokens.get(base) ?? 0) + rest);
  const own = prices?.filter((price) => price.isPrompt === isPrompt) ?? [];
  const findPrice = (type: string) => own.find(({ tokenType }) => tokenType === type);
  return [...tokens].toSorted(compareTypes).map(([tokenType, count]) => {
    const price = findPrice(tokenType) ?? findPrice(base);
    const rate = price ? readRate(price, attributes) : null;
    return {
      isPrompt,
      tokenType,
      tokens: count,
      cost: rate === null ? null : (rate * count) / PER_MILLION,
      costPerToken: rate === null ? null : rate / PER_MILLION,
    };
  });
}

function readRate(price: TokenPrice, attributes: HotAttributes): number {
  const { tierAttribute, tierThreshold, tierCostPerMillion } = price;
  if (tierAttribute === null || tierThreshold === null || tierCostPerMillion === null) {
    return price.costPerMillion;
  }
  return readCount(attributes[tierAttribute]) > tierThreshold
    ? tierCostPerMillion
    : price.costPerMillion;
}

function sumCosts(details: readonly CostDetail[]): number {
  return details.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
}

/** Attributes may contain anything: whatever is not a number of tokens counts as zero. */
function readCount(value: unknown): number {
  return readTokenCount(value) ?? 0;
}

function compareTypes([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : 1;
}

import list from './built-in-prices.json' with { type: 'json' };
import type { TokenPrice } from './model-catalog.js';

/** A built-in model. */
export interface BuiltInModel {
  name: string;
  provider: string;
  namePattern: string;
  prices: TokenPrice[];
}

type Rates = Partial<Record<string, number>>;

interface Entry {
  name: string;
  provider: string;
  pattern: string;
  /** US dollars per million tokens, by type. */
  prompt: Rates;
  completion: Rates;
  /** Above the threshold, these apply to all tokens. */
  above?: { attribute: string; threshold: number; prompt: Rates; completion: Rates };
  /** The day on which the source gave these prices. */
  date: string;
  source: string;
}

const entries: readonly Entry[] = list;

/** The source of the prices of a built-in model. */
export interface PriceOrigin {
  /** The day on which the source gave these prices, such as `2026-11-23`. */
  date: string;
  source: string;
}

const origins = new Map<string, PriceOrigin>(
  entries.map(({ name, date, source }) => [name, { date, source }]),
);

/** Null for models that are not built in. */
export function findPriceOrigin(name: string): PriceOrigin | null {
  return origins.get(name) ?? null;
}

export const BUILT_IN_MODELS: readonly BuiltInModel[] = entries.map((entry) => ({
  name: entry.name,
  provider: entry.provider,
  namePattern: entry.pattern,
  prices: [
    ...toPrices(true, entry.prompt, entry.above, entry.above?.prompt),
    ...toPrices(false, entry.completion, entry.above, entry.above?.completion),
  ],
}));

function toPrices(
  isPrompt: boolean,
  rates: Rates,
  tier: Entry['above'],
  tierRates: Rates = {},
): TokenPrice[] {
  return Object.entries(rates).map(([tokenType, rate]) => {
    const tierRate = tierRates[tokenType];
    const hasTier = tier !== undefined && tierRate !== undefined;
    return {
      isPrompt,
      tokenType,
      costPerMillion: rate!,
      tierAttribute: hasTier ? tier.attribute : null,
      tierThreshold: hasTier ? tier.threshold : null,
      tierCostPerMillion: hasTier ? tierRate : null,
    };
  });
}

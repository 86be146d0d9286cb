import { formatLocalTime, parseLocalTime } from '../../lib/time/time.js';
import type { Model, TokenPrice } from './api/models.js';

/** A price as typed; `key` identifies its line. */
export interface PriceDraft {
  key: number;
  kind: TokenPrice['kind'];
  tokenType: string;
  /** US dollars per million tokens. */
  price: string;
  /** The same above the threshold; empty if it stays the same. */
  tierPrice: string;
}

/** A model as typed. */
export interface ModelDraft {
  name: string;
  provider: string;
  namePattern: string;
  /** As in a `datetime-local` field. */
  startTime: string;
  hasTier: boolean;
  /** A number of prompt tokens. */
  threshold: string;
  /** Begins with those of ordinary prompt and completion tokens, which every model needs. */
  prices: PriceDraft[];
}

/** The start of a new model. */
export type ModelStart =
  | { copy: Model }
  | { name?: string | undefined; provider?: string | undefined };

/** The number of prices that every model needs. */
export const BASE_PRICES = 2;

const NOT_A_PRICE = 'Enter a price in US dollars, such as 2.50.';

let lastKey = 0;

export function createPrice(
  kind: TokenPrice['kind'],
  tokenType = '',
  price: number | null = null,
  tierPrice: number | null = null,
): PriceDraft {
  lastKey += 1;
  return { key: lastKey, kind, tokenType, price: print(price), tierPrice: print(tierPrice) };
}

/** Returns a draft of a model to edit. */
export function createDraft(model: Model): ModelDraft {
  const { name, provider, namePattern, startTime, tierThreshold, tokenPrices } = model;
  const base = (kind: TokenPrice['kind'], tokenType: string) =>
    toPriceDraft(
      tokenPrices.find((price) => price.kind === kind && price.tokenType === tokenType),
    ) ?? createPrice(kind, tokenType);
  return {
    name,
    provider: provider ?? '',
    namePattern,
    startTime: formatLocalTime(startTime ?? undefined),
    hasTier: tierThreshold !== null,
    threshold: print(tierThreshold),
    prices: [
      base('PROMPT', 'input'),
      base('COMPLETION', 'output'),
      ...tokenPrices
        .filter((price) => !isBase(price))
        .flatMap((price) => toPriceDraft(price) ?? []),
    ],
  };
}

/** Returns a draft of a new model. */
export function createNewDraft(start: ModelStart): ModelDraft {
  if ('copy' in start) return { ...createDraft(start.copy), startTime: '' };
  const { name = '', provider = '' } = start;
  return {
    name,
    provider,
    namePattern: name === '' ? '' : `^${escapePattern(name)}$`,
    startTime: '',
    hasTier: false,
    threshold: '',
    prices: [createPrice('PROMPT', 'input'), createPrice('COMPLETION', 'output')],
  };
}

/** Returns the key of a price in the errors of the form. */
export function toPriceField({ key }: Pick<PriceDraft, 'key'>): `price-${number}` {
  return `price-${key}`;
}

/** Finds values that cannot be sent, by field. What is sent, the server checks. */
export function findDraftProblems(draft: ModelDraft): Record<string, string> {
  const problems: Record<string, string> = {};
  if (draft.hasTier && readNumber(draft.threshold) === undefined) {
    problems['threshold'] = 'Enter a number of tokens, such as 200000.';
  }
  for (const price of draft.prices) {
    const { tierPrice } = price;
    const hasTierPrice = draft.hasTier && tierPrice.trim() !== '';
    if (
      readNumber(price.price) === undefined ||
      (hasTierPrice && readNumber(tierPrice) === undefined)
    ) {
      problems[toPriceField(price)] = NOT_A_PRICE;
    }
  }
  return problems;
}

/**
 * Returns a draft without problems in the format of the server. `edited` is the model as it was,
 * whose start may have seconds that the field does not show.
 */
export function toModelInput(draft: ModelDraft, edited?: Model) {
  const { hasTier } = draft;
  const oldStart = edited?.startTime ?? null;
  const isSameStart = formatLocalTime(oldStart ?? undefined) === draft.startTime;
  return {
    name: draft.name.trim(),
    provider: draft.provider.trim() || null,
    namePattern: draft.namePattern,
    startTime: edited && isSameStart ? oldStart : (parseLocalTime(draft.startTime) ?? null),
    tierThreshold: hasTier ? (readNumber(draft.threshold) ?? null) : null,
    costs: draft.prices.map(({ kind, tokenType, price, tierPrice }) => ({
      kind,
      tokenType: tokenType.trim(),
      costPerMillionTokens: readNumber(price) ?? 0,
      tierCostPerMillionTokens: hasTier ? (readNumber(tierPrice) ?? null) : null,
    })),
  };
}

/** Finds the field that a server error is about; undefined if it concerns the whole form. */
export function findRefusedField(draft: ModelDraft, message: string): string | undefined {
  if (message.startsWith('A custom model named')) return 'name';
  const [, ofPrice] = /^The price of "(.*)" /s.exec(message) ?? [];
  const [, side, ofTokens] = /^The (prompt|completion) tokens "(.*)" /s.exec(message) ?? [];
  const type = ofPrice ?? ofTokens;
  if (type !== undefined) {
    const found = draft.prices.findLast(
      ({ kind, tokenType, price, tierPrice }) =>
        tokenType.trim() === type &&
        (side === undefined
          ? [price, tierPrice].some((text) => !isPrice(text))
          : (kind === 'PROMPT') === (side === 'prompt')),
    );
    return found && toPriceField(found);
  }
  if (/threshold/.test(message)) return 'threshold';
  if (/\bpattern\b/i.test(message)) return 'namePattern';
  if (/\bprovider\b/i.test(message)) return 'provider';
  if (/\bstartTime\b/.test(message)) return 'startTime';
  const line = /\bcosts\D+(\d+)/.exec(message)?.[1];
  const price = line === undefined ? undefined : draft.prices[Number(line)];
  if (price) return toPriceField(price);
  return /\bname\b/.test(message) ? 'name' : undefined;
}

/** The prices that the server accepts, to find which of two it refused. */
function isPrice(text: string): boolean {
  const price = readNumber(text);
  return text.trim() === '' || (price !== undefined && price >= 0 && price <= 1_000_000_000);
}

/** Returns prices with those of ordinary prompt and completion tokens first. */
export function putBaseFirst(prices: readonly TokenPrice[]): TokenPrice[] {
  return prices.toSorted((a, b) => Number(isBase(b)) - Number(isBase(a)));
}

function isBase({ kind, tokenType }: TokenPrice): boolean {
  return tokenType === (kind === 'PROMPT' ? 'input' : 'output');
}

function toPriceDraft(price: TokenPrice | undefined): PriceDraft | undefined {
  if (!price) return undefined;
  const { kind, tokenType, costPerMillionTokens, tierCostPerMillionTokens } = price;
  return createPrice(kind, tokenType, costPerMillionTokens, tierCostPerMillionTokens);
}

function readNumber(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function print(value: number | null): string {
  return value === null ? '' : String(value);
}

function escapePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

import type { TokenTypeBin } from './project-series.queries.js';

/** Types that come first, in this order, after the base type. */
const FIRST_TYPES = ['cache_read', 'cache_write', 'reasoning', 'audio'];

/** Tokens of one type. */
export type TokenTypeTotal = Pick<TokenTypeBin, 'tokenType' | 'tokens'>;

/**
 * Lists the types of the tokens on one side. The base type has those that no other type explains,
 * such as the tokens of spans that are not priced yet.
 * @param types all others.
 * @param total all tokens on this side.
 */
export function listTokenTypes(
  types: readonly TokenTypeBin[],
  isPrompt: boolean,
  total: number,
): TokenTypeTotal[] {
  const others = types
    .filter((row) => row.isPrompt === isPrompt)
    .map(({ tokenType, tokens }) => ({ tokenType, tokens }))
    .toSorted(compareTypes);
  const explained = others.reduce((sum, { tokens }) => sum + tokens, 0);
  return [
    { tokenType: isPrompt ? 'input' : 'output', tokens: total - explained },
    ...others,
  ].filter(({ tokens }) => tokens > 0);
}

function compareTypes({ tokenType: one }: TokenTypeTotal, { tokenType: other }: TokenTypeTotal) {
  return placeOf(one) - placeOf(other) || (one < other ? -1 : 1);
}

function placeOf(tokenType: string): number {
  const place = FIRST_TYPES.indexOf(tokenType);
  return place === -1 ? FIRST_TYPES.length : place;
}

import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { SpanDetailsQueries } from '../span-details.queries.js';
import { type SpanKey, spanKeyText } from '../spans.queries.js';
import type { TokenPromptDetails } from './token-prompt-details.type.js';

/** Parts of the prompt tokens by span. */
@Injectable()
export class PromptDetailsLoader implements BatchLoader<SpanKey, TokenPromptDetails> {
  readonly cacheKey = spanKeyText;

  constructor(private readonly queries: SpanDetailsQueries) {}

  async batch(keys: readonly SpanKey[]): Promise<TokenPromptDetails[]> {
    const rows = await this.queries.promptDetails(keys);
    return inOrderOf(keys.map(spanKeyText), rows, spanKeyText).map((row) => ({
      cacheRead: toNumber(row?.cacheRead),
      cacheWrite: toNumber(row?.cacheWrite),
      audio: toNumber(row?.audio),
    }));
  }
}

/** How many documents a span retrieved or reranked. */
@Injectable()
export class DocumentCountLoader implements BatchLoader<SpanKey, number> {
  readonly cacheKey = spanKeyText;

  constructor(private readonly queries: SpanDetailsQueries) {}

  async batch(keys: readonly SpanKey[]): Promise<number[]> {
    const rows = await this.queries.documentCounts(keys);
    return inOrderOf(keys.map(spanKeyText), rows, spanKeyText).map((row) => row?.count ?? 0);
  }
}

/** Attributes hold whatever was sent; only numbers count. */
function toNumber(text: string | null | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

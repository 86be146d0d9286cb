import { Injectable } from '@nestjs/common';
import { mergeStoredAttributes } from '../../../common/json/attributes.js';
import type { JsonObject } from '../../../common/json/json.js';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { SpanDetailsQueries } from '../span-details.queries.js';
import { type SpanKey, spanKeyText } from '../spans.queries.js';
import { parseEvents, type StoredEvent } from '../stored-event.js';

/** Nested attributes by span; empty for a span that is gone. */
@Injectable()
export class SpanAttributesLoader implements BatchLoader<SpanKey, JsonObject> {
  readonly cacheKey = spanKeyText;

  constructor(private readonly queries: SpanDetailsQueries) {}

  async batch(keys: readonly SpanKey[]): Promise<JsonObject[]> {
    const rows = await this.queries.attributes(keys);
    const byKey = new Map(rows.map((row) => [spanKeyText(row), row]));
    return keys.map((key) => {
      const row = byKey.get(spanKeyText(key));
      return row ? mergeStoredAttributes(row.attributes, row.payload) : {};
    });
  }
}

/** Events by span. */
@Injectable()
export class SpanEventsLoader implements BatchLoader<SpanKey, StoredEvent[]> {
  readonly cacheKey = spanKeyText;

  constructor(private readonly queries: SpanDetailsQueries) {}

  async batch(keys: readonly SpanKey[]): Promise<StoredEvent[][]> {
    const rows = await this.queries.events(keys);
    return inOrderOf(keys.map(spanKeyText), rows, spanKeyText).map((row) =>
      row ? parseEvents(row.events, row.startTime) : [],
    );
  }
}

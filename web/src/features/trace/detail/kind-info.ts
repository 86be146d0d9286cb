import type { DetailedSpan } from '../api/span-query.js';
import type { Json } from '../../../lib/json/exact-json.js';

/** What the readable view of every kind gets. */
export interface KindInfoProps {
  span: DetailedSpan;
  /** The nested attributes. */
  attributes: Json;
}

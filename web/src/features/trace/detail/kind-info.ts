import type { DetailedSpan } from '../api/span-query.js';
import type { Json } from '../../../lib/json/exact-json.js';

/** The props of every kind’s readable view. */
export interface KindInfoProps {
  span: DetailedSpan;
  /** The nested attributes. */
  attributes: Json;
}

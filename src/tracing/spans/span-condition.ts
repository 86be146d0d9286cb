import { filterSql } from '../../common/filter-language/filter-sql.js';
import { readFilter } from '../../common/filter-language/read-filter.js';
import type { Condition } from '../../common/filter-language/typed-tree.js';
import type { SqlWhere } from '../../common/sql/sql-where.js';
import { SpanGrain, SUBTREE_TOKENS_JOIN } from './span-grain.js';

/** A condition on spans that has been read and checked. */
export interface SpanCondition {
  condition: Condition;
  /** Whether it needs the tokens of subtrees. */
  readsSubtrees: boolean;
}

/**
 * Reads a condition on spans (docs/filters.md); null if it is blank, which selects all spans.
 * @throws FilterSyntaxError if it is not a condition.
 */
export function readSpanCondition(text: string): SpanCondition | null {
  const grain = new SpanGrain();
  const condition = readFilter(text, grain);
  return condition && { condition, readsSubtrees: grain.readsSubtrees };
}

/**
 * Adds a condition on spans `s`. Never repeats a span, even if it has several annotations.
 * @returns the joins that must follow `spans s` in the query. They keep the number of rows.
 */
export function addSpanCondition(where: SqlWhere, read: SpanCondition | null): string {
  if (!read) return '';
  const { joins, condition } = filterSql(read.condition, (value) => where.bind(value));
  where.and(
    joins === ''
      ? condition
      : `EXISTS (SELECT FROM (VALUES (1)) AS itself ${joins} WHERE ${condition})`,
  );
  return read.readsSubtrees ? SUBTREE_TOKENS_JOIN : '';
}

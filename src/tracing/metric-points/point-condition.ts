import { addFilter } from '../../filter-language/add-filter.js';
import type { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import type { Field, Grain, JsonField } from '../../filter-language/grain.js';
import { readFilter } from '../../filter-language/read-filter.js';
import type { Source } from '../../filter-language/source.js';
import type { ReferenceNode } from '../../filter-language/syntax-tree.js';
import type { Condition } from '../../filter-language/typed-tree.js';
import { keysOf } from '../fields/span-attribute.js';

/** A condition on points of metrics that has been read and checked. */
export type PointCondition = Condition;

/**
 * Conditions on points of metrics `m`. Every name is an attribute, such as `model`, `user.email` or
 * `attributes['user.email']`, except that of the service.
 */
class PointGrain implements Grain {
  readonly allows = {
    chains: true,
    arithmetic: false,
    lists: true,
    casts: ['float', 'str'],
    looseTypes: false,
  } as const;

  bind({ name, steps, ...place }: ReferenceNode, source: Source): Field | JsonField {
    if (name === 'service_name' && steps.length === 0) {
      return { kind: 'field', type: 'text', sources: [], sql: () => 'm.service_name' };
    }
    const keys = steps.flatMap(keysOf);
    const isExplicit = name === 'attributes';
    if (isExplicit && keys.length === 0) {
      throw source.error("Select an attribute: attributes['key'] or its name", place);
    }
    // The keys of points are stored as they were sent, with their dots.
    const key = (isExplicit ? keys : [name, ...keys]).join('.');
    return {
      kind: 'field',
      type: 'json',
      sqlType: 'json',
      sources: [],
      sql: (statement) => `(m.attributes -> ${statement.bind(key)}::text)`,
    };
  }
}

/**
 * Reads a condition on points of metrics; null if it is absent or blank, which selects all.
 * @throws FilterSyntaxError if it is not a condition.
 */
export function readPointCondition(text: string | null | undefined): PointCondition | null {
  return readFilter(text ?? '', new PointGrain());
}

/** Adds a condition on points `m`. */
export function addPointCondition(where: DistributedWhere, condition: PointCondition | null): void {
  if (condition) addFilter(where, condition);
}

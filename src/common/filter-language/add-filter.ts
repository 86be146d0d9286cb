import type { SqlWhere } from '../sql/sql-where.js';
import { filterSql, sourcesOf } from './filter-sql.js';
import { type Condition, valuesOf } from './typed-tree.js';

/**
 * Adds a condition to a query on the filtered rows, of which it never repeats one. The parts that need
 * no other rows are added by themselves, so that indexes can serve them and other rows are only looked
 * up for what is left.
 */
export function addFilter(where: SqlWhere, condition: Condition): void {
  const bind = (value: unknown) => where.bind(value);
  const parts = partsOf(condition, true);
  const own = parts.filter((part) => !joinsRows(part));
  const joining = parts.filter(joinsRows);
  for (const part of own) where.and(filterSql(part, bind).condition);
  if (joining.length === 0) return;
  const { joins, condition: sql } = filterSql({ kind: 'and', operands: joining }, bind);
  where.and(`EXISTS (SELECT FROM (VALUES (1)) AS itself ${joins} WHERE ${sql})`);
}

/** The conditions that all must be true. */
function partsOf(condition: Condition, isWanted: boolean): Condition[] {
  const { kind } = condition;
  if (kind === 'not') return partsOf(condition.operand, !isWanted);
  if (kind === (isWanted ? 'and' : 'or')) {
    return condition.operands.flatMap((operand) => partsOf(operand, isWanted));
  }
  return [isWanted ? condition : { kind: 'not', operand: condition }];
}

/** Whether a condition refers to a row that other parts of the whole condition may mention, too. */
function joinsRows(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands.some(joinsRows);
    case 'not':
      return joinsRows(condition.operand);
    case 'presence':
      return condition.of.sources.some(isShared);
    case 'comparison':
      return condition.tests.flatMap(valuesOf).flatMap(sourcesOf).some(isShared);
    default:
      return false;
  }
}

const isShared = ({ scope }: { scope: string }): boolean => scope === 'condition';

import type { DistributedWhere } from '../kernel/sql/distributed-where.js';
import { filterSql, sourcesOf } from './filter-sql.js';
import type { RowSource } from './grain.js';
import { type Condition, type Test, valuesOf } from './typed-tree.js';

/** SQL of a row, and of the condition for which it is the right one. */
interface JoinedRow {
  from: string;
  on: string;
}

/**
 * Adds a condition to a query on the filtered rows, of which it never repeats one. The parts that need
 * no other rows are added by themselves, so that indexes can serve them and other rows are only looked
 * up for what is left.
 * @param within if all filtered rows are read anyway: SQL of what their `required` rows have in common
 * with them. PostgreSQL can then read those once, instead of looking them up for each filtered row.
 * @param itself a row to which others are joined; any row by default.
 */
export function addFilter(
  where: DistributedWhere,
  condition: Condition,
  within?: (alias: string) => string,
  itself?: JoinedRow,
): void {
  for (const { parts, sources } of groupParts(partsOf(condition, true))) {
    const operands = parts.length === 1 ? parts[0]! : ({ kind: 'and', operands: parts } as const);
    const [source, ...others] = sources;
    if (!source) {
      where.and(filterSql(operands, where).condition);
    } else if (
      within &&
      source.required &&
      others.length === 0 &&
      parts.some((part) => requires(part, source.alias))
    ) {
      const { alias, required } = source;
      const { joins, condition: sql } = filterSql(operands, where, () => required.on(where));
      const of = `${joins} AND ${within(alias)}`;
      where.and(`EXISTS (SELECT FROM ${required.from} WHERE ${of} AND ${sql})`);
    } else {
      const { joins, condition: sql } = filterSql(operands, where);
      const from = itself?.from ?? '(VALUES (1)) AS itself';
      const of = itself ? `${itself.on} AND ` : '';
      where.and(`EXISTS (SELECT FROM ${from} ${joins} WHERE ${of}${sql})`);
    }
  }
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

interface Group {
  parts: Condition[];
  /** The other rows that they share. */
  sources: RowSource[];
}

/** Puts parts together that refer to the same other row. */
function groupParts(parts: readonly Condition[]): Group[] {
  let groups: Group[] = [];
  for (const part of parts) {
    const sources = sharedSources(part);
    const isRelated = (group: Group) =>
      group.sources.some(({ alias }) => sources.some((source) => source.alias === alias));
    const related = groups.filter(isRelated);
    const known = related.flatMap((group) => group.sources);
    const isNew = ({ alias }: RowSource) => known.every((source) => source.alias !== alias);
    groups = [
      ...groups.filter((group) => !isRelated(group)),
      {
        parts: [...related.flatMap((group) => group.parts), part],
        sources: [...known, ...sources.filter(isNew)],
      },
    ];
  }
  return groups;
}

/** The rows to which a condition refers, and to which other parts of the whole condition may refer. */
function sharedSources(condition: Condition): RowSource[] {
  const found = new Map(
    sourcesIn(condition)
      .filter(({ scope }) => scope === 'condition')
      .map((source) => [source.alias, source]),
  );
  return [...found.values()];
}

function sourcesIn(condition: Condition): readonly RowSource[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands.flatMap(sourcesIn);
    case 'not':
      return sourcesIn(condition.operand);
    case 'presence':
      return condition.of.sources;
    case 'comparison':
      return condition.tests.flatMap(valuesOf).flatMap(sourcesOf);
    default:
      return [];
  }
}

/** Returns whether a condition is only true with a row of this alias. False only means that it is not certain. */
function requires(condition: Condition, alias: string): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.operands.every((operand) => requires(operand, alias));
    case 'and':
      return condition.operands.some((operand) => requires(operand, alias));
    case 'not': {
      const { operand } = condition;
      return (
        operand.kind === 'comparison' && operand.tests.every((test) => comparesRow(test, alias))
      );
    }
    case 'presence':
      return condition.of.sources.some((source) => source.alias === alias);
    case 'comparison':
      return condition.tests.some((test) => comparesRow(test, alias));
    default:
      return false;
  }
}

/** Returns whether a test is unknown without a row of this alias. */
function comparesRow(test: Test, alias: string): boolean {
  if (!['compare', 'member', 'contains'].includes(test.kind)) return false;
  return valuesOf(test).some((value) => sourcesOf(value).some((source) => source.alias === alias));
}

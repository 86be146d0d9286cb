import type { Bind, RowSource } from './grain.js';
import type { Condition, Test, Value } from './typed-tree.js';
import { ValueSql } from './value-sql.js';

/** A condition as parts of an SQL query on the filtered rows. */
export interface FilterSql {
  /** Follows the filtered rows in `FROM`. May join several rows to one, so remove duplicates. */
  joins: string;
  /** Goes in `WHERE`. */
  condition: string;
}

/**
 * Translates a condition to SQL. Logic has three values, as in PostgreSQL: a comparison with a
 * missing value is unknown, and so is its negation. Only rows for which the condition is true are
 * kept.
 */
export function filterSql(condition: Condition, bind: Bind): FilterSql {
  const writer = new FilterWriter(bind);
  const sql = writer.condition(condition, true);
  return { joins: writer.joins, condition: sql };
}

class FilterWriter {
  private readonly values: ValueSql;
  private readonly joined = new Map<string, string>();

  constructor(private readonly bind: Bind) {
    this.values = new ValueSql(bind);
  }

  get joins(): string {
    return [...this.joined.values()].join(' ');
  }

  /** Moves negations inward to the comparisons (De Morgan), each of which refers to known rows. */
  condition(condition: Condition, isWanted: boolean): string {
    switch (condition.kind) {
      case 'constant':
        return String(condition.value === isWanted);
      case 'not':
        return this.condition(condition.operand, !isWanted);
      case 'presence':
        return this.tested(condition.of.sources, () => condition.of.sql(this.bind), isWanted);
      case 'comparison':
        return this.tested(
          condition.tests.flatMap(sourcesOfTest),
          () => condition.tests.map((test) => this.values.test(test, isWanted)).join(' AND '),
          isWanted,
        );
      default: {
        const isAll = (condition.kind === 'and') === isWanted;
        const parts = condition.operands.map((operand) => this.condition(operand, isWanted));
        return `(${parts.join(isAll ? ' AND ' : ' OR ')})`;
      }
    }
  }

  /** A test of the joined row, or of any row of a separate set. */
  private tested(sources: readonly RowSource[], test: () => string, isWanted: boolean): string {
    const own = new Map<string, RowSource>();
    for (const source of sources) {
      if (source.scope === 'comparison') own.set(source.alias, source);
      else if (!this.joined.has(source.alias)) {
        this.joined.set(source.alias, source.join(this.bind));
      }
    }
    if (own.size === 0) return isWanted ? `(${test()})` : `(NOT (${test()}))`;
    const joins = [...own.values()].map((source) => source.join(this.bind)).join(' ');
    const rows = `SELECT FROM (VALUES (1)) AS itself ${joins} WHERE`;
    // "Not any" is true only if the test is false for all rows; unknown is not enough.
    return isWanted
      ? `EXISTS (${rows} ${test()})`
      : `NOT EXISTS (${rows} (${test()}) IS NOT FALSE)`;
  }
}

function sourcesOfTest(test: Test): readonly RowSource[] {
  switch (test.kind) {
    case 'compare':
      return [...sourcesOf(test.left), ...sourcesOf(test.right)];
    case 'contains':
      return [...sourcesOf(test.text), ...sourcesOf(test.part)];
    case 'absent':
      return test.of.kind === 'relation' ? test.of.sources : sourcesOf(test.of);
    default:
      return sourcesOf(test.of);
  }
}

function sourcesOf(value: Value): readonly RowSource[] {
  switch (value.kind) {
    case 'field':
      return value.sources;
    case 'literal':
      return [];
    case 'arithmetic':
      return [...sourcesOf(value.left), ...sourcesOf(value.right)];
    default:
      return sourcesOf(value.of);
  }
}

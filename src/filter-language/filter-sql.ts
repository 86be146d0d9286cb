import type { Statement } from '../kernel/sql/distributed-where.js';
import type { Relation, RowSource } from './grain.js';
import { type Condition, type Loop, type Value, valuesOf } from './typed-tree.js';
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
 * @param writeJoin writes what `joins` has of a row that all parts share; by default, its join.
 */
export function filterSql(
  condition: Condition,
  statement: Statement,
  writeJoin: WriteJoin = (source) => source.join(statement),
): FilterSql {
  const writer = new FilterWriter(statement, writeJoin);
  const sql = writer.condition(condition, true);
  return { joins: writer.joins, condition: sql };
}

type WriteJoin = (source: RowSource) => string;

class FilterWriter {
  private readonly values: ValueSql;
  private readonly joined = new Map<string, string>();
  /** Whether rows were joined that are computed. */
  private joinsComputed = false;

  constructor(
    private readonly statement: Statement,
    private readonly writeJoin: WriteJoin,
  ) {
    this.values = new ValueSql(statement, (value) => this.aggregate(value));
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
        return this.tested(condition.of.sources, () => condition.of.sql(this.statement), isWanted);
      case 'quantifier':
        return this.quantifier(condition, isWanted);
      case 'comparison':
        return this.tested(
          condition.tests.flatMap(valuesOf).flatMap(sourcesOf),
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

  private quantifier(
    { function: name, loop, condition }: Condition & { kind: 'quantifier' },
    isWanted: boolean,
  ): string {
    const isAny = name === 'any';
    const elements = this.elements(loop, (inner) => {
      const test = inner.condition(condition, true);
      return { where: isAny ? test : `(${test} IS NOT TRUE)` };
    });
    return `(${isAny === isWanted ? '' : 'NOT '}EXISTS (SELECT ${elements}))`;
  }

  private aggregate(value: Value & { kind: 'aggregate' }): string {
    const { loop } = value;
    if (value.function === 'len') return `(SELECT count(*) ${this.elements(loop)})`;
    let of = '';
    const elements = this.elements(loop, (inner) => {
      of = inner.joinedValue(value.of);
      return {};
    });
    const computed = `${value.function}(${of})`;
    return `(SELECT ${value.function === 'sum' ? `coalesce(${computed}, 0)` : computed} ${elements})`;
  }

  /**
   * Returns `FROM … WHERE …` of the elements of a loop.
   * @param use writes what is done with an element, and may return another condition on it.
   */
  private elements(
    { row, collection, condition }: Loop,
    use: (inner: FilterWriter) => { where?: string } = () => ({}),
  ): string {
    const inner = new FilterWriter(this.statement, (source) => source.join(this.statement));
    const counts = condition ? inner.condition(condition, true) : 'true';
    const { where = 'true' } = use(inner);
    // OFFSET keeps PostgreSQL from computing the rows of all elements before it looks for some.
    return `FROM ${collection.from(row)} ${inner.joins}
      WHERE ${collection.belongs(row)} AND ${counts} AND ${where}${inner.joinsComputed ? ' OFFSET 0' : ''}`;
  }

  private joinedValue(value: Value): string {
    this.join(sourcesOf(value));
    return this.values.value(value);
  }

  /** Joins rows that all parts of the condition share, and returns the others. */
  private join(sources: readonly RowSource[]): Map<string, RowSource> {
    const separate = new Map<string, RowSource>();
    for (const source of sources) {
      if (source.scope === 'comparison') separate.set(source.alias, source);
      else if (!this.joined.has(source.alias)) {
        this.joined.set(source.alias, this.writeJoin(source));
        this.joinsComputed ||= source.isComputed ?? false;
      }
    }
    return separate;
  }

  /** A test of the joined row, or of any row of a separate set. */
  private tested(sources: readonly RowSource[], test: () => string, isWanted: boolean): string {
    const own = this.join(sources);
    if (own.size === 0) return isWanted ? `(${test()})` : `(NOT (${test()}))`;
    const joins = [...own.values()].map((source) => source.join(this.statement)).join(' ');
    const rows = `SELECT FROM (VALUES (1)) AS itself ${joins} WHERE`;
    // "Not any" is true only if the test is false for all rows; unknown is not enough.
    return isWanted
      ? `EXISTS (${rows} ${test()})`
      : `NOT EXISTS (${rows} (${test()}) IS NOT FALSE)`;
  }
}

/** The other rows from which a value is read. The elements of loops have their own. */
export function sourcesOf(value: Value | Relation): readonly RowSource[] {
  switch (value.kind) {
    case 'field':
    case 'relation':
      return value.sources;
    case 'literal':
    case 'aggregate':
      return [];
    case 'arithmetic':
      return [...sourcesOf(value.left), ...sourcesOf(value.right)];
    default:
      return sourcesOf(value.of);
  }
}

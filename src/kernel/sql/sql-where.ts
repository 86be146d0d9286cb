/** The conditions of one query, joined with AND, and their parameters. */
export class SqlWhere {
  private readonly conditions: string[] = [];

  /** @param parameters those already used elsewhere in the query. */
  constructor(readonly parameters: unknown[] = []) {}

  /** Adds a parameter and returns its placeholder. */
  bind(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  and(condition: string): this {
    this.conditions.push(condition);
    return this;
  }

  /** Adds an equality. A list matches any of its values; undefined adds no condition. */
  andEqual(column: string, value: string | number | readonly string[] | undefined): this {
    if (value === undefined) return this;
    if (typeof value !== 'object') return this.and(`${column} = ${this.bind(value)}`);
    // For a single value, PostgreSQL can use partial indexes with an equality.
    const [only] = value;
    if (value.length === 1) return this.and(`${column} = ${this.bind(only)}`);
    return this.and(`${column} = ANY(${this.bind(value)})`);
  }

  /** Adds `start <= column < end`. An absent bound is open. */
  andBetween(
    column: string,
    start: string | null | undefined,
    end: string | null | undefined,
  ): this {
    if (start) this.and(`${column} >= ${this.bind(start)}`);
    if (end) this.and(`${column} < ${this.bind(end)}`);
    return this;
  }

  /** Returns `WHERE …`, or nothing without conditions. */
  toString(): string {
    return this.conditions.length === 0 ? '' : `WHERE ${this.conditions.join(' AND ')}`;
  }
}

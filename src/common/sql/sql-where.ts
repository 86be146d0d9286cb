/** The conditions of one query, joined by AND, with the parameters they name. */
export class SqlWhere {
  private readonly conditions: string[] = [];

  /** @param parameters of a condition elsewhere in the same query, to be added to. */
  constructor(readonly parameters: unknown[] = []) {}

  /** Adds a parameter and answers its placeholder. */
  bind(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  and(condition: string): this {
    this.conditions.push(condition);
    return this;
  }

  /** Adds an equality; a list means any of its values. Absent: no condition. */
  andEqual(column: string, value: string | number | readonly string[] | undefined): this {
    if (value === undefined) return this;
    if (typeof value !== 'object') return this.and(`${column} = ${this.bind(value)}`);
    // One value written as an equality lets PostgreSQL use its partial indexes.
    const [only] = value;
    if (value.length === 1) return this.and(`${column} = ${this.bind(only)}`);
    return this.and(`${column} = ANY(${this.bind(value)})`);
  }

  /** Adds `start <= column < end`; an absent side is open. */
  andBetween(
    column: string,
    start: string | null | undefined,
    end: string | null | undefined,
  ): this {
    if (start) this.and(`${column} >= ${this.bind(start)}`);
    if (end) this.and(`${column} < ${this.bind(end)}`);
    return this;
  }

  /** `WHERE …`, or nothing without conditions. */
  toString(): string {
    return this.conditions.length === 0 ? '' : `WHERE ${this.conditions.join(' AND ')}`;
  }
}

import type { Bind, Distribution } from './distribution.js';
import { SqlWhere } from './sql-where.js';

/** A statement that is being written: adds its parameters, and knows where its tables are. */
export interface Statement {
  readonly distribution: Distribution;
  bind: Bind;
}

/** Conditions that depend on where the tables of traces are, such as those of the filter language. */
export class DistributedWhere extends SqlWhere implements Statement {
  /** @param parameters those already used elsewhere in the query. */
  constructor(
    readonly distribution: Distribution,
    parameters: unknown[] = [],
  ) {
    super(parameters);
  }

  /** Starts other conditions of the same query, such as those of a subquery. */
  another(): DistributedWhere {
    return new DistributedWhere(this.distribution, this.parameters);
  }
}

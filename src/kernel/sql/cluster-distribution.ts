import { type Bind, Distribution, DISTRIBUTED_TABLES } from './distribution.js';
import { joinKeys, type Keys, repeatForKeys } from './for-each.js';

/**
 * The coordinator of a Citus cluster. What is written for distributed tables also works as long as they
 * are not.
 */
export class ClusterDistribution extends Distribution {
  readonly hasWorkers = true;
  readonly hasForeignKeys = false;
  readonly gathersSessions = true;

  /** @param schema that of the tables, beside which there is one with the views of limited connections. */
  constructor(private readonly schema = 'public') {
    super();
  }

  choose<Cluster>({ cluster }: { cluster: Cluster }): Cluster {
    return cluster;
  }

  distributes(table: string): boolean {
    return (DISTRIBUTED_TABLES as readonly string[]).includes(table);
  }

  tableItself(table: string): string {
    return this.distributes(table) ? `"${this.schema}".${table}` : table;
  }

  selectForEach(query: string, parts: readonly [Keys, ...Keys[]], bind: Bind): string {
    const [{ values }] = parts;
    return (values.length > 0 ? repeatForKeys : joinKeys)(query, parts, bind);
  }
}

import { Distribution } from './distribution.js';
import { joinKeys } from './for-each.js';

/** All tables on one server, which runs every statement. */
export class SingleDistribution extends Distribution {
  readonly hasWorkers = false;
  readonly hasForeignKeys = true;
  readonly gathersSessions = false;

  choose<Single>({ single }: { single: Single }): Single {
    return single;
  }

  distributes(): boolean {
    return false;
  }

  tableItself(table: string): string {
    return table;
  }

  selectForEach(...query: Parameters<typeof joinKeys>): string {
    return joinKeys(...query);
  }
}

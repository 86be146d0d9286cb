import { Injectable } from '@nestjs/common';
import type { Distribution } from '../kernel/sql/distribution.js';

/** What is known of the database once it has been opened, which is after all services have been created. */
@Injectable()
export class OpenedDatabase {
  private found?: Distribution;

  /** @throws if the database has not been opened, because no statement can be written until then. */
  get distribution(): Distribution {
    if (!this.found) throw new Error('The database has not been opened.');
    return this.found;
  }

  /** Set by `prepareDatabase`. */
  set distribution(found: Distribution) {
    this.found = found;
  }
}

import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../database/database-reader.js';
import { DatabaseWriter } from '../database/database-writer.js';

@Injectable()
export class HealthService {
  private isStopping = false;

  constructor(
    private readonly database: DatabaseWriter,
    private readonly reader: DatabaseReader,
  ) {}

  /** Asks load balancers to send new requests elsewhere, although this server still handles them. */
  announceStop(): void {
    this.isStopping = true;
  }

  /** Returns why the server is not ready; null if it is, because the database answers. */
  async findObstacle(): Promise<string | null> {
    if (this.isStopping) return 'stopping';
    try {
      await this.database.ping();
      return null;
    } catch {
      return 'database unreachable';
    }
  }

  /**
   * Returns how the read replica is; null if there is none. The server is ready without it, because
   * reads then use the primary.
   */
  describeReplica(): string | null {
    return this.reader.replicaState();
  }
}

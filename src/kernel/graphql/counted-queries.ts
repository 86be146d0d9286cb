import type { Socket } from 'node:net';
import type {
  AfterQueryEvent,
  BeforeQueryEvent,
  EntitySubscriberInterface,
  QueryRunner,
} from 'typeorm';
import { currentWork } from './work.js';

/** Counts what a GraphQL operation reads, and starts no further query once it has read too much. */
export class CountedQueries implements EntitySubscriberInterface {
  /** The bytes that each connection had received when its query began. */
  private readonly received = new WeakMap<QueryRunner, number>();

  /** @throws GraphQLError if the operation has exceeded a limit. */
  beforeQuery({ queryRunner }: BeforeQueryEvent): void {
    const work = currentWork();
    if (!work) return;
    // A transaction is a mutation, which must end as it began.
    if (!queryRunner.isTransactionActive) work.check();
    this.received.set(queryRunner, receivedBytes(queryRunner));
  }

  afterQuery({ queryRunner, success, rawResults }: AfterQueryEvent): void {
    const work = currentWork();
    const before = this.received.get(queryRunner);
    if (!work || before === undefined || !success) return;
    const { rows } = rawResults as { rows?: unknown[] };
    work.addRows(rows?.length ?? 0, receivedBytes(queryRunner) - before);
  }
}

/** TypeORM and `pg` have no public way to the socket. Without it, only rows count. */
function receivedBytes(queryRunner: QueryRunner): number {
  const { databaseConnection } = queryRunner as unknown as {
    databaseConnection?: { connection?: { stream?: Socket } };
  };
  return databaseConnection?.connection?.stream?.bytesRead ?? 0;
}

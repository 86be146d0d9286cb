import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import {
  type ErasedTraces,
  eraseRefusedSpans,
  eraseTraces,
  listUserTraces,
} from './user-traces.queries.js';

export type { ErasedTraces } from './user-traces.queries.js';

/** Finds and deletes the traces of end users. */
@Injectable()
export class UserTracesService {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists the IDs of traces with a span of the user, in any project. */
  list(userId: string): Promise<string[]> {
    return listUserTraces(this.dataSource.manager, userId);
  }

  /** Deletes traces in one transaction. Skips missing ones. */
  erase(traceIds: readonly string[]): Promise<ErasedTraces> {
    return inRetriedTransaction(this.dataSource, (tx) => eraseTraces(tx, traceIds));
  }

  /** Deletes what is kept of the user's spans that could not be stored. */
  eraseRefused(userId: string): Promise<void> {
    return inRetriedTransaction(this.dataSource, (tx) => eraseRefusedSpans(tx, userId));
  }
}

import { Injectable } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { findGroupedValues, type ValueGrouping } from './grouped-values.queries.js';
import {
  type ErasedRecords,
  type ErasedTraces,
  eraseRecordsAndRefused,
  eraseTraces,
  listUserTraces,
} from './user-traces.queries.js';

export {
  type GroupedValue,
  VALUE_GROUPINGS,
  type ValueGrouping,
} from './grouped-values.queries.js';
export type { ErasedRecords, ErasedTraces } from './user-traces.queries.js';

/** Finds and deletes the traces of end users. */
@Injectable()
export class UserTracesService {
  constructor(private readonly database: DatabaseWriter) {}

  /** Lists the IDs of traces with a span of the user, in any project. */
  list(userId: string): Promise<string[]> {
    return listUserTraces(this.database.manager, userId);
  }

  /**
   * Deletes traces. Skips missing ones.
   * @param groupings of the groups to return that spans of the traces belonged to.
   */
  erase(
    tx: Transaction,
    traceIds: readonly string[],
    groupings: readonly ValueGrouping[],
  ): Promise<ErasedTraces> {
    return eraseTraces(tx, traceIds, groupings);
  }

  /** Returns those groups that stored spans of a project belong to. Reads all spans of the project. */
  findGroups(
    projectId: number,
    grouping: ValueGrouping,
    keys: readonly string[],
  ): Promise<string[]> {
    return findGroupedValues(this.database.manager, projectId, grouping, keys);
  }

  /**
   * Deletes log records and metric points that name the user, and what is kept of the user's spans that could not
   * be stored.
   */
  eraseRecordsAndRefused(userId: string): Promise<ErasedRecords> {
    return this.database.inTransaction((tx) => eraseRecordsAndRefused(tx, userId));
  }
}

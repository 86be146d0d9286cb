import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import { ConflictError, NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DATASET_TYPE } from '../dataset.entity.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import {
  joinBy,
  lockDataset,
  lockNamedDataset,
  type NamedDataset,
} from './lock-dataset.queries.js';
import {
  countChanges,
  createPlan,
  planCreations,
  planDeletions,
  planDeletionsOf,
  planPatches,
} from './plan-changes.queries.js';
import {
  createMatches,
  findRepeatedMatches,
  findTakenId,
  findUnknownNodeIds,
  matchNamedRows,
  matchRows,
} from './match-rows.queries.js';
import { assignSplits, leaveSplits, lockSplits } from './assign-splits.queries.js';
import type { StagedRows } from './staged-rows.js';
import { findNewestVersion, writeVersion } from './write-version.queries.js';
import { inWriteTransaction, withRetries, type WritingPool } from './writing-pools.js';

/** The rows to merge into a dataset, and the rules of the merge. */
export interface Merge {
  /** A row ID, or a name by which a dataset is found or created. */
  dataset: number | NamedDataset;
  userId: number | null;
  description?: string | null;
  /** Metadata of the version: the JSON text of an object. */
  metadata?: string;
  /** The rows, or a function that stages them once the dataset is locked. */
  rows: StagedRows | ((client: pg.ClientBase, datasetId: number) => Promise<StagedRows>);
  /**
   * Which live examples rows update: those that they match, by ID or content; only those that they name by
   * global ID; or none. A row that updates none must not have an ID that is taken.
   */
  matches: 'update' | 'named' | 'refuse';
  /** Live examples to delete: none, all that no row matches, or those with these row IDs. */
  deletions: 'none' | 'unmatched' | readonly number[];
  /**
   * Whether rows replace the splits of examples, or of all examples in the dataset if unmatched
   * ones are deleted.
   */
  replacesSplits: boolean;
  /** Whether to write a version even if nothing changes. */
  isVersionWanted?: boolean;
}

/** The changes that a merge made. */
export interface MergeOutcome {
  datasetId: number;
  /** The new version, or the newest one if nothing changed. */
  versionId: number;
  createdCount: number;
  /** Examples with new content or other splits. */
  updatedCount: number;
  deletedCount: number;
}

/**
 * Compares rows with the live examples of a dataset and writes the differences as one version, in a
 * transaction of the caller (docs/adr/0016-merging-uploads-in-sql.md). The steps share temporary
 * tables: `row_keys` (rows without payloads), `row_matches` (the live example of each row) and
 * `row_changes` (one row for each revision to write).
 */
export class DatasetMerge {
  constructor(
    private readonly client: Distributed<pg.ClientBase>,
    private readonly merge: Merge,
  ) {}

  /**
   * Repeats the merge if PostgreSQL aborts it because of another transaction.
   * @throws NotFoundError for an unknown dataset ID, and for examples to delete that are not live.
   * @throws ConflictError if a dataset that must be new exists, or an id that must be free is taken.
   * @throws UnprocessableError if two rows match one example, or a global ID matches none.
   */
  run(): Promise<MergeOutcome> {
    return withRetries(this.client, () => this.runOnce());
  }

  private async runOnce(): Promise<MergeOutcome> {
    const { client, merge } = this;
    const datasetId = await this.lockDataset();
    if (merge.replacesSplits) await lockSplits(client, merge.userId);
    const rows = await this.stageRows(datasetId);
    await createMatches(client);
    if (merge.matches === 'update') await this.matchRows(datasetId, rows);
    else {
      if (merge.matches === 'named') await matchNamedRows(client, datasetId);
      await this.refuseTakenIds(datasetId);
    }
    await createPlan(client);
    await planPatches(client);
    await this.planDeletions(datasetId);
    await planCreations(client, datasetId);
    const { versionId, created, patched, deleted } = await this.writeChanges(datasetId, rows);
    const moved = await this.assignSplits(datasetId);
    return {
      datasetId,
      versionId,
      createdCount: created,
      updatedCount: patched + moved,
      deletedCount: deleted,
    };
  }

  private async lockDataset(): Promise<number> {
    const { dataset, userId } = this.merge;
    if (typeof dataset !== 'number') return lockNamedDataset(this.client, dataset, userId);
    if (!(await lockDataset(this.client, dataset))) throw datasetNotFound(dataset);
    return dataset;
  }

  private async stageRows(datasetId: number): Promise<StagedRows> {
    const { rows } = this.merge;
    if (typeof rows === 'function') return rows(this.client, datasetId);
    await joinBy(this.client, 'sets');
    return rows;
  }

  private async matchRows(datasetId: number, rows: StagedRows): Promise<void> {
    await matchRows(this.client, datasetId);
    rows.refuseRepeated(await findRepeatedMatches(this.client));
    const { ids, count } = await findUnknownNodeIds(this.client);
    if (count === 0) return;
    const rest = count > ids.length ? ` and ${count - ids.length} more` : '';
    // Published clients compare the first words.
    throw new UnprocessableError(
      `No examples found in this dataset with the ids: ${ids.join(', ')}${rest}`,
    );
  }

  private async refuseTakenIds(datasetId: number): Promise<void> {
    const taken = await findTakenId(this.client, datasetId);
    if (taken !== null)
      throw new ConflictError(`Example "${taken}" already exists in the dataset.`);
  }

  private async planDeletions(datasetId: number): Promise<void> {
    const { deletions } = this.merge;
    if (deletions === 'none') return;
    if (deletions === 'unmatched') {
      await planDeletions(this.client, datasetId);
      return;
    }
    const planned = new Set(await planDeletionsOf(this.client, datasetId, deletions));
    const unknown = deletions.find((id) => !planned.has(id));
    if (unknown !== undefined) throw exampleNotFound(unknown);
  }

  /** Writes the planned changes. Without changes, only a first or a wanted version is written. */
  private async writeChanges(datasetId: number, rows: StagedRows) {
    const { client } = this;
    const { userId, description = null, metadata = '{}', isVersionWanted = false } = this.merge;
    const counts = await countChanges(client);
    const newest = await findNewestVersion(client, datasetId);
    const changes = counts.created + counts.patched + counts.deleted;
    if (newest && changes === 0 && !isVersionWanted) {
      return { versionId: newest.id, ...counts };
    }
    const exampleCount = (newest?.exampleCount ?? 0) + counts.created - counts.deleted;
    const version = { datasetId, userId, description, metadata, exampleCount };
    const versionId = await writeVersion(client, version, counts, rows.table);
    if (counts.deleted > 0) await leaveSplits(client);
    return { versionId, ...counts };
  }

  /** Returns the number of examples that changed only in their splits. */
  private async assignSplits(datasetId: number): Promise<number> {
    const { replacesSplits, deletions } = this.merge;
    if (!replacesSplits) return 0;
    return assignSplits(this.client, datasetId, deletions === 'unmatched' ? 'dataset' : 'rows');
  }
}

/** Runs a merge in its own transaction. @throws the errors of `DatasetMerge.run`. */
export function mergeInTransaction(pool: WritingPool, merge: Merge): Promise<MergeOutcome> {
  return inWriteTransaction(pool, (client) => new DatasetMerge(client, merge).run());
}

function datasetNotFound(id: number): NotFoundError {
  return new NotFoundError(`Dataset "${toGlobalId(DATASET_TYPE, id)}" not found.`);
}

export function exampleNotFound(id: number): NotFoundError {
  return new NotFoundError(`Example "${toGlobalId(DATASET_EXAMPLE_TYPE, id)}" not found.`);
}

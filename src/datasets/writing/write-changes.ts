import type pg from 'pg';
import { leaveSplits } from './assign-splits.queries.js';
import type { RowSource } from './match-rows.queries.js';
import { type ChangeCounts, countChanges } from './plan-changes.queries.js';
import { type NewVersion, newestVersion, writeVersion } from './write-version.queries.js';

/** What has become of the changes that were planned. */
export interface WrittenChanges {
  /** The version they made or, when there were none, the newest one. */
  versionId: number;
  counts: ChangeCounts;
}

/**
 * Writes what is planned in `row_changes` as the next version of a dataset that is held. No version
 * is made of nothing, but for the first one.
 */
export async function writeChanges(
  client: pg.ClientBase,
  version: NewVersion,
  source: RowSource,
): Promise<WrittenChanges> {
  const counts = await countChanges(client);
  const newest = await newestVersion(client, version.datasetId);
  const isChanged = counts.created + counts.patched + counts.deleted > 0;
  if (newest && !isChanged) return { versionId: newest.id, counts };
  const exampleCount = (newest?.exampleCount ?? 0) + counts.created - counts.deleted;
  const versionId = await writeVersion(client, { ...version, exampleCount }, counts, source);
  if (counts.deleted > 0) await leaveSplits(client);
  return { versionId, counts };
}

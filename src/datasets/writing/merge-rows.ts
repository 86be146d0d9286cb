import type pg from 'pg';
import { ConflictError, UnprocessableError } from '../../common/errors/errors.js';
import { assignSplits, holdSplits } from './assign-splits.queries.js';
import type { DatasetUpload, UploadOutcome } from './dataset-upload.js';
import { holdDatasetByName } from './held-dataset.queries.js';
import { joinBy } from './join-by.js';
import {
  keyRows,
  matchRows,
  openMatches,
  type RepeatedId,
  repeatedIds,
  repeatedMatches,
  type RowSource,
  unknownNodeIds,
} from './match-rows.queries.js';
import { openChanges, planCreations, planDeletions, planPatches } from './plan-changes.queries.js';
import type { Place } from './staged-row.js';
import { writeChanges } from './write-changes.js';

/** How much memory a join of a million rows may take before it goes to a file. */
const WORK_MEMORY = '64MB';

/** An upload whose rows are in the database. */
export type StagedUpload = Omit<DatasetUpload, 'examples'> & { userId: number | null };

/**
 * Looks at the rows by themselves.
 * @throws UnprocessableError when two of them have the same id.
 */
export async function checkRows(
  client: pg.ClientBase,
  source: RowSource,
  place: Place,
): Promise<void> {
  await client.query(`SET LOCAL work_mem = '${WORK_MEMORY}'`);
  await keyRows(client, source);
  refuseRepeated(await repeatedIds(client), place);
}

/**
 * Merges rows into a dataset, after `checkRows`: what has changed becomes one version, and nothing
 * does when nothing has.
 * @throws ConflictError when a dataset to be created is there.
 * @throws UnprocessableError when rows mean the same example, or global ids mean none.
 */
export async function mergeRows(
  client: pg.ClientBase,
  upload: StagedUpload,
  source: RowSource,
  place: Place,
): Promise<UploadOutcome> {
  const { name, action, description, userId, areSplitsProvided } = upload;
  const dataset = await holdDatasetByName(client, { name, description, userId });
  if (action === 'create' && !dataset.isNew) throw nameIsTaken(name);
  if (areSplitsProvided) await holdSplits(client, userId);

  await joinBy(client, 'sets');
  await openMatches(client);
  await matchRows(client, dataset.id);
  refuseRepeated(await repeatedMatches(client), place);
  await refuseUnknown(client);

  await openChanges(client);
  await planPatches(client);
  if (action !== 'append') await planDeletions(client, dataset.id);
  await planCreations(client, dataset.id);
  const version = { datasetId: dataset.id, userId, description: null, metadata: '{}' };
  const { versionId, counts } = await writeChanges(client, version, source);
  const scope = action === 'append' ? 'rows' : 'dataset';
  const moved = areSplitsProvided ? await assignSplits(client, dataset.id, scope) : 0;
  return {
    datasetId: dataset.id,
    versionId,
    createdCount: counts.created,
    updatedCount: counts.patched + moved,
    deletedCount: counts.deleted,
  };
}

export function nameIsTaken(name: string): ConflictError {
  return new ConflictError(`A dataset with the name "${name}" already exists`);
}

function refuseRepeated(repeated: RepeatedId[], place: Place): void {
  if (repeated.length === 0) return;
  const sentences = repeated.map(({ exampleId, rowNumbers }) => {
    const [first, second] = rowNumbers;
    return `Duplicate example_id in request: '${exampleId}' (${place} ${first} and ${place} ${second})`;
  });
  throw new UnprocessableError(sentences.join('; '));
}

async function refuseUnknown(client: pg.ClientBase): Promise<void> {
  const { ids, count } = await unknownNodeIds(client);
  if (count === 0) return;
  const rest = count > ids.length ? ` and ${count - ids.length} more` : '';
  throw new UnprocessableError(
    `No examples found in this dataset with the ids: ${ids.join(', ')}${rest}`,
  );
}

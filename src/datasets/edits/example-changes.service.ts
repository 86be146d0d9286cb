import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Identity } from '../../kernel/access/access.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { DatasetRow } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import { DatasetExamplesService } from '../examples/dataset-examples.service.js';
import type { ExampleContent } from '../merging/content-hash.js';
import { exampleNotFound, type Merge, mergeInTransaction } from '../merging/dataset-merge.js';
import { encodeRows } from '../merging/encode-rows.js';
import type { ExampleRow } from '../merging/example-row.js';
import { StagedRows } from '../merging/staged-rows.js';
import { WRITING_POOL, type WritingPool } from '../merging/writing-pools.js';
import { readContents } from './edited-examples.queries.js';
import {
  badInput,
  type GivenContent,
  readContent,
  readNote,
  toRow,
  type VersionNote,
} from './given-content.js';

/** New content of an example. Absent and null parts stay unchanged. */
export interface ExamplePatch extends GivenContent {
  /** Row ID. */
  id: number;
}

/** A patch whose parts can be stored. */
export interface ReadPatch {
  id: number;
  content: Partial<ExampleContent>;
}

/** Changes and deletes examples. All ids are row IDs. */
@Injectable()
export class ExampleChangesService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    @Inject(WRITING_POOL) private readonly pool: WritingPool,
  ) {}

  /**
   * Changes examples of one dataset as one version. Examples whose content stays the same get no
   * revision.
   * @param datasetId the dataset that must contain the examples, if given.
   * @throws DomainError BAD_USER_INPUT for an empty patch, two patches of one example, and examples of
   * several datasets.
   * @throws NotFoundError for an unknown or deleted example.
   */
  async patch(
    patches: readonly ExamplePatch[],
    datasetId: number | null,
    note: VersionNote,
    caller: Identity,
  ): Promise<DatasetRow> {
    const read = patches.map(readPatch);
    const ids = read.map(({ id }) => id);
    const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
    if (repeated !== undefined) throw badInput(`Example ${show(repeated)} is patched twice.`);
    const dataset = await this.findDataset(ids, datasetId);
    await this.merge(dataset.id, note, caller, {
      rows: async (client) => {
        const rows = await readPatchedRows(client, dataset.id, read);
        return StagedRows.copy(client, encodeRows(rows), { place: 'example' });
      },
    });
    return dataset;
  }

  /**
   * Deletes examples of one dataset as one version. Older versions still contain them.
   * @param datasetId the dataset that must contain the examples, if given.
   * @throws DomainError BAD_USER_INPUT for examples of several datasets.
   * @throws NotFoundError for an unknown or deleted example.
   */
  async delete(
    ids: readonly number[],
    datasetId: number | null,
    note: VersionNote,
    caller: Identity,
  ): Promise<DatasetRow> {
    const dataset = await this.findDataset(ids, datasetId);
    await this.merge(dataset.id, note, caller, { deletions: ids });
    return dataset;
  }

  private async merge(
    datasetId: number,
    note: VersionNote,
    { userId }: Identity,
    changes: Partial<Merge>,
  ): Promise<void> {
    await mergeInTransaction(this.pool, {
      dataset: datasetId,
      userId,
      ...readNote(note),
      rows: (client) => StagedRows.copy(client, encodeRows([]), { place: 'example' }),
      matches: 'update',
      deletions: 'none',
      replacesSplits: false,
      ...changes,
    });
  }

  /** Returns the dataset that contains all the examples. */
  private async findDataset(ids: readonly number[], datasetId: number | null): Promise<DatasetRow> {
    if (ids.length === 0) throw badInput('There are no examples to change.');
    const expected = datasetId === null ? null : await this.datasets.get(datasetId);
    const found = await this.examples.findByIds(ids);
    requireAll(
      ids,
      found.filter((example) => expected === null || example.datasetId === expected.id),
    );
    if (expected) return expected;
    const [id, ...others] = new Set(found.map((example) => example.datasetId));
    if (others.length > 0) throw badInput('The examples belong to more than one dataset.');
    const [dataset] = await this.datasets.findByIds([id!]);
    // The dataset was deleted between the two queries, together with its examples.
    if (!dataset) throw exampleNotFound(ids[0]!);
    return dataset;
  }
}

function readPatch({ id, ...given }: ExamplePatch): ReadPatch {
  const content = readContent(given, `patch of ${show(id)}`);
  if (Object.keys(content).length > 0) return { id, content };
  throw badInput(`The patch of example ${show(id)} changes nothing.`);
}

/**
 * Returns the examples with their new content. Parts that patches leave out are read while the
 * dataset is locked.
 */
export async function readPatchedRows(
  client: pg.ClientBase,
  datasetId: number,
  patches: readonly ReadPatch[],
): Promise<ExampleRow[]> {
  const ids = patches.map(({ id }) => id);
  const current = await readContents(client, datasetId, ids);
  requireAll(ids, current);
  const byId = new Map(current.map((example) => [example.id, example]));
  return patches.map(({ id, content }, at) => {
    const { input, output, metadata } = byId.get(id)!;
    const keys = { exampleId: toGlobalId(DATASET_EXAMPLE_TYPE, id), nodeId: id };
    return toRow(at + 1, { input, output, metadata, ...content }, keys);
  });
}

/** @throws NotFoundError that names the first ID that was not found. */
export function requireAll(ids: readonly number[], found: readonly { id: number }[]): void {
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw exampleNotFound(unknown);
}

function show(id: number): string {
  return `"${toGlobalId(DATASET_EXAMPLE_TYPE, id)}"`;
}

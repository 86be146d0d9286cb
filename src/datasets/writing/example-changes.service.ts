import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Identity } from '../../common/access/access.js';
import { DomainError, NotFoundError } from '../../common/errors/errors.js';
import { requireRowId } from '../../common/ids/global-id.js';
import type { DatasetRow } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import { DatasetExamplesService } from '../examples/dataset-examples.service.js';
import type { ExampleContent } from './content-hash.js';
import { DatasetEditor, type VersionNote } from './dataset-editor.js';
import { currentExamples, planDeletionOf } from './dataset-edits.queries.js';
import { type GivenContent, readContent, toRow } from './edited-examples.js';
import { matchRows } from './match-rows.queries.js';
import { planPatches } from './plan-changes.queries.js';
import type { StagedRow } from './staged-row.js';

/** What an example is to hold; an absent or null part stays. */
export interface GivenPatch extends GivenContent {
  /** Global id. */
  exampleId: string;
}

interface Patch {
  exampleId: string;
  id: number;
  content: Partial<ExampleContent>;
}

/** Changes and deletes examples one by one. */
@Injectable()
export class ExampleChangesService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    private readonly editor: DatasetEditor,
  ) {}

  /**
   * Changes examples of one dataset as one version; of an example that already holds what it is to
   * hold no revision is made.
   * @param datasetId where examples are looked for; anywhere when there is none.
   * @throws DomainError BAD_USER_INPUT for a patch of nothing, two of the same example, and examples
   * of several datasets.
   * @throws NotFoundError when an example is unknown or deleted.
   */
  async patch(
    patches: readonly GivenPatch[],
    datasetId: string | null | undefined,
    note: VersionNote,
    { userId }: Identity,
  ): Promise<DatasetRow> {
    const read = patches.map(readPatch);
    const ids = read.map(({ id }) => id);
    const repeated = read.find(({ id }, at) => ids.indexOf(id) !== at);
    if (repeated) throw badInput(`The example ${repeated.exampleId} is patched twice`);
    const dataset = await this.datasetOf(globalIdsOf(read), datasetId);
    await this.editor.write({
      datasetId: dataset.id,
      userId,
      note,
      rows: (client) => patchedRows(client, dataset.id, read),
      plan: async (client) => {
        await matchRows(client, dataset.id);
        await planPatches(client);
      },
    });
    return dataset;
  }

  /**
   * Deletes examples of one dataset as one version; older versions go on holding them.
   * @param datasetId where examples are looked for; anywhere when there is none.
   * @throws DomainError BAD_USER_INPUT for examples of several datasets.
   * @throws NotFoundError when an example is unknown, or deleted already.
   */
  async delete(
    exampleIds: readonly string[],
    datasetId: string | null | undefined,
    note: VersionNote,
    { userId }: Identity,
  ): Promise<DatasetRow> {
    const ids = new Map(exampleIds.map((globalId) => [toExampleRowId(globalId), globalId]));
    const dataset = await this.datasetOf(ids, datasetId);
    await this.editor.write({
      datasetId: dataset.id,
      userId,
      note,
      rows: async () => [],
      plan: async (client) => {
        assertAll(ids, await planDeletionOf(client, dataset.id, [...ids.keys()]));
      },
    });
    return dataset;
  }

  /** The dataset that all the examples are of. */
  private async datasetOf(
    ids: ReadonlyMap<number, string>,
    globalId: string | null | undefined,
  ): Promise<DatasetRow> {
    if (ids.size === 0) throw badInput('There are no examples to change');
    if (globalId) {
      const dataset = await this.datasets.getByGlobalId(globalId);
      const found = await this.examples.findByIds([...ids.keys()]);
      const own = found.filter((example) => example.datasetId === dataset.id);
      assertAll(
        ids,
        own.map(({ id }) => id),
      );
      return dataset;
    }
    const found = await this.examples.findByIds([...ids.keys()]);
    assertAll(
      ids,
      found.map(({ id }) => id),
    );
    const [datasetId, ...others] = new Set(found.map((example) => example.datasetId));
    if (others.length > 0) throw badInput('The examples are of more than one dataset');
    const [dataset] = await this.datasets.findByIds([datasetId!]);
    // Deleted between the two queries, and its examples with it.
    if (!dataset) throw noExample(ids.values().next().value!);
    return dataset;
  }
}

function readPatch({ exampleId, ...given }: GivenPatch): Patch {
  const content = readContent(given, `patch of ${exampleId}`);
  if (Object.keys(content).length === 0) {
    throw badInput(`The patch of ${exampleId} changes nothing`);
  }
  return { exampleId, id: toExampleRowId(exampleId), content };
}

/** The examples as they will be: what the patches leave out is read under the lock. */
async function patchedRows(
  client: pg.ClientBase,
  datasetId: number,
  patches: readonly Patch[],
): Promise<StagedRow[]> {
  const ids = patches.map(({ id }) => id);
  const current = new Map(
    (await currentExamples(client, datasetId, ids)).map((example) => [example.id, example]),
  );
  assertAll(globalIdsOf(patches), [...current.keys()]);
  return patches.map(({ id, exampleId, content }, at) => {
    const { input, output, metadata } = current.get(id)!;
    return toRow(at + 1, { input, output, metadata, ...content }, { exampleId, nodeId: id });
  });
}

function globalIdsOf(patches: readonly Patch[]): Map<number, string> {
  return new Map(patches.map(({ id, exampleId }) => [id, exampleId]));
}

function toExampleRowId(globalId: string): number {
  return requireRowId(globalId, 'DatasetExample');
}

/** @throws NotFoundError naming the first that is missing. */
function assertAll(ids: ReadonlyMap<number, string>, found: readonly number[]): void {
  const there = new Set(found);
  for (const [id, globalId] of ids) if (!there.has(id)) throw noExample(globalId);
}

function noExample(globalId: string): NotFoundError {
  return new NotFoundError(`No example with id ${globalId} can be found.`);
}

function badInput(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message);
}

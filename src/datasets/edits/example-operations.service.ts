import { Inject, Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import type { DatasetRow } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import { DatasetExamplesService } from '../examples/dataset-examples.service.js';
import { mergeInTransaction } from '../merging/dataset-merge.js';
import { encodeRows } from '../merging/encode-rows.js';
import { StagedRows } from '../merging/staged-rows.js';
import { WRITING_POOL, type WritingPool } from '../merging/writing-pools.js';
import { toNewRow } from './example-additions.service.js';
import { readPatchedRows, requireAll } from './example-changes.service.js';
import { type ExampleOperation, foldOperations } from './fold-operations.js';
import { badInput, readNote, type VersionNote } from './given-content.js';

/** Adds, changes and removes examples of one dataset together. */
@Injectable()
export class ExampleOperationsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    @Inject(WRITING_POOL) private readonly pool: WritingPool,
  ) {}

  /**
   * Applies operations in their order, as one version or not at all. What changes nothing gets no revision.
   * @throws DomainError BAD_USER_INPUT for no operations, content that cannot be stored, and an example that an earlier
   * operation removed.
   * @throws NotFoundError for an unknown dataset, and an example that is unknown, deleted or of another dataset.
   * @throws ConflictError if an external ID is taken or added twice.
   */
  async apply(
    datasetId: number,
    operations: readonly ExampleOperation[],
    note: VersionNote,
    { userId }: Identity,
  ): Promise<DatasetRow> {
    const dataset = await this.datasets.get(datasetId);
    if (operations.length === 0) throw badInput('There are no operations to apply.');
    const ids = new Set(operations.flatMap((one) => (one.kind === 'add' ? [] : [one.id])));
    const named = await this.examples.findByIds([...ids]);
    requireAll(
      [...ids],
      named.filter((example) => example.datasetId === dataset.id),
    );
    const externalIds = new Map(named.map(({ id, externalId }) => [id, externalId]));
    const { patches, removals, additions } = foldOperations(operations, externalIds);
    const patched = [...patches].map(([id, content]) => ({ id, content }));
    const added = additions.map(({ content, externalId }, at) =>
      toNewRow(patched.length + at + 1, { ...content, externalId }, undefined),
    );
    await mergeInTransaction(this.pool, {
      dataset: dataset.id,
      userId,
      ...readNote(note),
      rows: async (client) => {
        const rows = [...(await readPatchedRows(client, dataset.id, patched)), ...added];
        return StagedRows.copy(client, encodeRows(rows), { place: 'example' });
      },
      matches: 'named',
      deletions: removals,
      replacesSplits: false,
    });
    return dataset;
  }
}

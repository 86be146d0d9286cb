import { Injectable } from '@nestjs/common';
import { isStorable } from '../../kernel/validation/storable.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';
import type { DatasetExampleRow } from './dataset-example.entity.js';
import type { DatasetExampleRevisionRow } from './dataset-example-revision.entity.js';
import {
  DatasetExamplesQueries,
  type ExampleAtVersion,
  type ListedExample,
  type SourceSpanKey,
} from './dataset-examples.queries.js';
import type { ExampleFilter, ExamplePage } from './example-selection.js';

export { DATASET_EXAMPLE_TYPE } from './dataset-example.entity.js';

/** Selects the examples of a dataset in a list, by row IDs. An absent field matches all. */
export interface ExampleSearch {
  /** Examples of this version; the newest by default. */
  versionId?: number | null;
  /** Examples in at least one of these splits now. */
  splitIds?: readonly number[] | null;
  /** Part of the payload, ignoring case. */
  text?: string | null;
  ids?: readonly number[] | null;
}

/** Finds examples and their content. All ids are row IDs. */
@Injectable()
export class DatasetExamplesService {
  constructor(
    private readonly queries: DatasetExamplesQueries,
    private readonly versions: DatasetVersionsService,
  ) {}

  /** Live or not, in no particular order; unknown IDs are skipped. */
  findByIds(ids: readonly number[]): Promise<DatasetExampleRow[]> {
    return this.queries.findByIds(ids);
  }

  /** Finds a live example by the id that its author chose. */
  async findByExternalId(datasetId: number, externalId: string): Promise<DatasetExampleRow | null> {
    if (!isStorable(externalId)) return null;
    const example = await this.queries.findByExternalId(datasetId, externalId);
    return example?.isLive ? example : null;
  }

  /** Revisions with their payloads, in no particular order; unknown IDs are skipped. */
  findRevisions(ids: readonly number[]): Promise<DatasetExampleRevisionRow[]> {
    return this.queries.findRevisions(ids);
  }

  /**
   * Finds the content of examples at versions; null for versions that are older or of another
   * dataset.
   */
  async findRevisionsAt(
    keys: readonly ExampleAtVersion[],
  ): Promise<(DatasetExampleRevisionRow | null)[]> {
    const revisions = await this.queries.findRevisionsAt(keys);
    const byKey = new Map(
      revisions.map((row) => [`${row.exampleId} ${row.askedVersionId}`, row] as const),
    );
    return keys.map(({ exampleId, versionId }) => byKey.get(`${exampleId} ${versionId}`) ?? null);
  }

  /** Returns whether a live example was created from each span. */
  async haveExamples(keys: readonly SourceSpanKey[]): Promise<boolean[]> {
    const found = await this.queries.findSpansWithExamples(keys);
    const texts = new Set(found.map(({ traceId, spanId }) => JSON.stringify([traceId, spanId])));
    return keys.map(({ traceId, spanId }) => texts.has(JSON.stringify([traceId, spanId])));
  }

  /**
   * Prepares a search for examples of a dataset.
   * @returns null if no example can match.
   * @throws NotFoundError for a version that the dataset does not have.
   */
  async toFilter(
    datasetId: number,
    { versionId, splitIds, text, ids }: ExampleSearch,
  ): Promise<ExampleFilter | null> {
    if (!isStorable(text ?? '')) return null;
    return {
      versionId: versionId ? await this.olderVersion(datasetId, versionId) : null,
      splitIds: splitIds?.length ? inOrder(splitIds) : null,
      ids: ids ? inOrder(ids) : null,
      text: text || null,
    };
  }

  /** Reads the same page of each dataset, by row ID, descending if the page is read backward. */
  async listByDataset(
    datasetIds: readonly number[],
    filter: ExampleFilter,
    page: ExamplePage,
  ): Promise<ListedExample[][]> {
    const rows = await this.queries.listPages(datasetIds, filter, page);
    const byDataset = Map.groupBy(rows, (row) => row.datasetId);
    return datasetIds.map((id) => byDataset.get(id) ?? []);
  }

  /** Counts the matching examples of each dataset. */
  async countByDataset(datasetIds: readonly number[], filter: ExampleFilter): Promise<number[]> {
    const rows = await this.queries.countByDataset(datasetIds, filter);
    const counts = new Map(rows.map((row) => [row.datasetId, row.count]));
    return datasetIds.map((id) => counts.get(id) ?? 0);
  }

  /**
   * Returns null for the newest version, because the current state is the same and faster to read.
   */
  private async olderVersion(datasetId: number, versionId: number): Promise<number | null> {
    const version = await this.versions.get(datasetId, versionId);
    const newest = await this.versions.findNewest(datasetId);
    return newest?.id === version.id ? null : version.id;
  }
}

function inOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

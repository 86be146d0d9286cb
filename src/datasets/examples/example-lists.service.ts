import { Injectable } from '@nestjs/common';
import { requireRowId } from '../../common/ids/global-id.js';
import { isStorable } from '../../common/validation/storable.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';
import type { ExampleFilter } from './example-source.js';

/** Which examples somebody asks for, by global ids; an absent member leaves nothing out. */
export interface ExampleSearch {
  datasetVersionId?: string | null;
  splitIds?: readonly string[] | null;
  /** A part of the payload. */
  filter?: string | null;
  filterIds?: readonly string[] | null;
}

/** Says which examples of a dataset a search means. */
@Injectable()
export class ExampleListsService {
  constructor(private readonly versions: DatasetVersionsService) {}

  /**
   * Null when nothing can be meant.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError for a version that the
   * dataset lacks.
   */
  async filterOf(datasetId: number, search: ExampleSearch): Promise<ExampleFilter | null> {
    const { datasetVersionId, splitIds, filter, filterIds } = search;
    const wanted = {
      splitIds: splitIds?.length ? rowIdsOf(splitIds, 'DatasetSplit') : null,
      ids: filterIds ? rowIdsOf(filterIds, 'DatasetExample') : null,
      text: filter || null,
    };
    if (!isStorable(filter ?? '')) return null;
    return { ...wanted, versionId: await this.versionOf(datasetId, datasetVersionId) };
  }

  /** Null for the newest version, too: what it holds is what there is now, which is found faster. */
  private async versionOf(
    datasetId: number,
    globalId: string | null | undefined,
  ): Promise<number | null> {
    if (!globalId) return null;
    const version = await this.versions.getByGlobalId(datasetId, globalId);
    const [newest] = await this.versions.newestOf([datasetId]);
    return newest?.id === version.id ? null : version.id;
  }
}

function rowIdsOf(globalIds: readonly string[], type: string): number[] {
  return [...new Set(globalIds.map((id) => requireRowId(id, type)))].toSorted((a, b) => a - b);
}

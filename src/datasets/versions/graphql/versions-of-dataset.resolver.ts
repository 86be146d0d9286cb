import {
  Args,
  ArgsType,
  Context,
  Field,
  InputType,
  Parent,
  registerEnumType,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { SortDir } from '../../../kernel/pagination/sort-dir.js';
import type { Slice } from '../../datasets.service.js';
import { Dataset } from '../../graphql/dataset.type.js';
import { type DatasetVersionRow, DatasetVersionsService } from '../dataset-versions.service.js';
import {
  type DatasetVersion,
  DatasetVersionConnection,
  toDatasetVersion,
} from './dataset-version.type.js';

enum DatasetVersionColumn {
  createdAt = 'createdAt',
}

registerEnumType(DatasetVersionColumn, { name: 'DatasetVersionColumn' });

@InputType('DatasetVersionSort')
class DatasetVersionSortInput {
  @Field(() => DatasetVersionColumn)
  col: DatasetVersionColumn;

  @Field(() => SortDir)
  dir: SortDir;
}

@ArgsType()
class VersionsArgs extends OffsetPageArgs {
  @Field(() => DatasetVersionSortInput, { nullable: true, description: 'Newest first by default.' })
  sort?: DatasetVersionSortInput | null;
}

/** Part of the versions of a dataset. */
interface SliceKey {
  datasetId: number;
  direction: 'ASC' | 'DESC';
  slice: Slice;
}

@Resolver(() => Dataset)
export class VersionsOfDatasetResolver {
  /** Reads datasets together if their requested parts are the same. */
  private readonly slices: BatchLoader<SliceKey, DatasetVersionRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ direction, slice }) => JSON.stringify([direction, slice]),
        (group, { direction, slice }) => {
          const datasetIds = group.map(({ datasetId }) => datasetId);
          return this.versionsService.listByDataset(datasetIds, direction, slice);
        },
        ({ slice }) => slice.limit,
      ),
  };

  constructor(private readonly versionsService: DatasetVersionsService) {}

  @ResolveField(() => DatasetVersionConnection)
  versions(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() { sort, ...page }: VersionsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<DatasetVersion>> {
    const direction = sort?.dir === SortDir.asc ? 'ASC' : 'DESC';
    const list = {
      slice: (slice: Slice) => loaders.of(this.slices).load({ datasetId, direction, slice }),
      count: () => this.versionsService.count(datasetId),
    };
    return offsetConnection(page, list, toDatasetVersion);
  }
}

import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { twoWayConnection, twoWayPage } from '../../../kernel/pagination/two-way-page.js';
import { DatasetsService } from '../../datasets.service.js';
import { Dataset } from '../../graphql/dataset.type.js';
import { DATASET_SPLIT_TYPE } from '../../splits/dataset-splits.service.js';
import {
  DATASET_VERSION_TYPE,
  DatasetVersionsService,
} from '../../versions/dataset-versions.service.js';
import {
  DATASET_EXAMPLE_TYPE,
  DatasetExamplesService,
  type ExampleSearch,
} from '../dataset-examples.service.js';
import {
  type DatasetExample,
  DatasetExampleConnection,
  toDatasetExample,
} from './dataset-example.type.js';
import { DatasetExamplesLoaders } from './dataset-examples.loader.js';
import { ExamplesArgs, ExampleSelectionArgs } from './examples.args.js';

@Resolver(() => Dataset)
export class ExamplesOfDatasetResolver {
  private readonly counts: BatchLoader<number, number>;

  constructor(
    datasets: DatasetsService,
    private readonly versions: DatasetVersionsService,
    private readonly service: DatasetExamplesService,
    private readonly load: DatasetExamplesLoaders,
  ) {
    this.counts = { batch: (ids) => datasets.countExamples(ids) };
  }

  @ResolveField(() => Int)
  async exampleCount(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() args: ExampleSelectionArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    const { versionId, splitIds } = toSearch(args);
    if (splitIds?.length) {
      const filter = await this.service.toFilter(datasetId, { versionId, splitIds });
      return filter ? loaders.of(this.load.counts).load({ datasetId, filter }) : 0;
    }
    if (!versionId) return loaders.of(this.counts).load(datasetId);
    return (await this.versions.get(datasetId, versionId)).exampleCount;
  }

  @ResolveField(() => DatasetExampleConnection, { description: 'Sorted by ID, oldest first.' })
  async examples(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() args: ExamplesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<DatasetExample>> {
    const page = twoWayPage(args);
    const filter = await this.service.toFilter(datasetId, {
      ...toSearch(args),
      text: args.filter,
      ids: args.filterIds && requireRowIds(args.filterIds, DATASET_EXAMPLE_TYPE),
    });
    const key = { datasetId, page: { ...page, limit: page.size + 1 } };
    const rows = filter ? await loaders.of(this.load.pages).load({ ...key, filter }) : [];
    return twoWayConnection(rows, page, (row) => toDatasetExample(row, row.listedRevisionId));
  }
}

function toSearch({ datasetVersionId, splitIds }: ExampleSelectionArgs): ExampleSearch {
  return {
    versionId: datasetVersionId ? requireRowId(datasetVersionId, DATASET_VERSION_TYPE) : null,
    splitIds: splitIds && requireRowIds(splitIds, DATASET_SPLIT_TYPE),
  };
}

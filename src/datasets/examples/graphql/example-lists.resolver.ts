import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Connection } from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { twoWayConnection, twoWayPage } from '../../../common/pagination/two-way-page.js';
import { DatasetDetailsLoaders } from '../../graphql/dataset-details.loader.js';
import { Dataset } from '../../graphql/dataset.type.js';
import { ExampleSelectionArgs, ExamplesArgs } from '../../graphql/dataset-fields.args.js';
import { DatasetVersionsService } from '../../versions/dataset-versions.service.js';
import {
  type DatasetExample,
  DatasetExampleConnection,
  toDatasetExample,
} from './dataset-example.type.js';
import { ExampleListsLoaders } from './example-lists.loader.js';
import { ExampleListsService } from '../example-lists.service.js';

/** The examples of datasets, for all datasets of a page at once. */
@Resolver(() => Dataset)
export class ExampleListsResolver {
  constructor(
    private readonly lists: ExampleListsService,
    private readonly versions: DatasetVersionsService,
    private readonly listLoaders: ExampleListsLoaders,
    private readonly details: DatasetDetailsLoaders,
  ) {}

  @ResolveField(() => Int)
  async exampleCount(
    @Parent() { rowId }: Dataset,
    @Args() args: ExampleSelectionArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    if (args.splitIds?.length) {
      const filter = await this.lists.filterOf(rowId, args);
      return filter ? loaders.of(this.listLoaders.counts).load({ datasetId: rowId, filter }) : 0;
    }
    const version = args.datasetVersionId
      ? await this.versions.getByGlobalId(rowId, args.datasetVersionId)
      : await loaders.of(this.details.newestVersion).load(rowId);
    return version?.exampleCount ?? 0;
  }

  @ResolveField(() => DatasetExampleConnection, { description: 'By id, oldest first.' })
  async examples(
    @Parent() { rowId }: Dataset,
    @Args() args: ExamplesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<DatasetExample>> {
    const page = twoWayPage(args);
    const filter = await this.lists.filterOf(rowId, args);
    const key = { datasetId: rowId, page: { ...page, limit: page.size + 1 } };
    const rows = filter ? await loaders.of(this.listLoaders.pages).load({ ...key, filter }) : [];
    return twoWayConnection(rows, page, (row) => toDatasetExample(row, row.listedRevisionId));
  }
}

import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { type Connection, forwardPage, keysetConnection } from '../../common/graphql/connection.js';
import type { GraphqlContext } from '../../common/graphql/context.js';
import { parseKeysetCursor, toKeysetCursor } from '../../common/graphql/keyset-cursor.js';
import { DatasetDetailsLoaders } from '../dataset-details.loader.js';
import { Dataset } from '../dataset.model.js';
import { ExampleSelectionArgs, ExamplesArgs } from '../dto/dataset-fields.dto.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';
import {
  type DatasetExample,
  DatasetExampleConnection,
  toDatasetExample,
} from './dataset-example.model.js';
import { ExampleListsLoaders } from './example-lists.loader.js';
import { ExampleListsService } from './example-lists.service.js';

const DEFAULT_FIRST = 50;

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
    const { first, after } = forwardPage({
      first: args.first ?? DEFAULT_FIRST,
      after: args.after || null,
    });
    const page = { after: after === null ? 0 : parseKeysetCursor(after).id, limit: first + 1 };
    const filter = await this.lists.filterOf(rowId, args);
    const rows = filter
      ? await loaders.of(this.listLoaders.pages).load({ datasetId: rowId, filter, page })
      : [];
    return keysetConnection(
      rows,
      first,
      after,
      ({ id }) => toKeysetCursor({ id }),
      (row) => toDatasetExample(row, row.listedRevisionId),
    );
  }
}

import { Args, Context, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import { requireRowId } from '../../../common/ids/global-id.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { Span } from '../../../tracing/spans/graphql/span.type.js';
import { DatasetsService } from '../../datasets.service.js';
import { DatasetSplit, toDatasetSplit } from '../../splits/graphql/dataset-split.type.js';
import { DATASET_EXAMPLE_TYPE, DatasetExample, toDatasetExample } from './dataset-example.type.js';
import { DatasetExampleRevision } from './dataset-example-revision.type.js';
import { DatasetExamplesLoaders } from './dataset-examples.loader.js';
import { DatasetExamplesService } from '../dataset-examples.service.js';

@Resolver(() => DatasetExample)
export class DatasetExamplesResolver {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    private readonly details: DatasetExamplesLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(DATASET_EXAMPLE_TYPE, (id, { loaders }) =>
      loaders.of(this.details.examples).load(id),
    );
  }

  @Query(() => DatasetExample, {
    nullable: true,
    description: 'The example that bears an id of its author in a dataset, unless it was deleted.',
  })
  @RequiredRole('VIEWER')
  async getDatasetExampleByExternalId(
    @Args('datasetId', { type: () => ID }) datasetId: string,
    @Args('externalId') externalId: string,
  ): Promise<DatasetExample | null> {
    const { id } = await this.datasets.getByGlobalId(datasetId);
    const example = await this.examples.findByExternalId(id, externalId);
    return example && toDatasetExample(example);
  }

  @ResolveField(() => DatasetExampleRevision, {
    description:
      'What it held at a version. Without one: at the version or experiment that it was listed ' +
      'for, else at the newest.',
  })
  revision(
    @Parent() { rowId, revisionRowId, newestRevisionRowId }: DatasetExample,
    @Args('datasetVersionId', { type: () => ID, nullable: true }) versionGlobalId: string | null,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetExampleRevision> {
    if (versionGlobalId) {
      const versionId = requireRowId(versionGlobalId, 'DatasetVersion');
      return loaders.of(this.details.revisionsAt).load({ exampleId: rowId, versionId });
    }
    return loaders.of(this.details.revisions).load(revisionRowId ?? newestRevisionRowId);
  }

  @ResolveField(() => Span, {
    nullable: true,
    description: 'The span that it was made from, unless that is gone.',
  })
  async span(
    @Parent() { spanKey }: DatasetExample,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    return spanKey && loaders.of(this.details.spanOf).load(spanKey);
  }

  @ResolveField(() => [DatasetSplit], { description: 'The splits that it is in now, by name.' })
  async datasetSplits(
    @Parent() { rowId }: DatasetExample,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetSplit[]> {
    return (await loaders.of(this.details.splitsOf).load(rowId)).map(toDatasetSplit);
  }
}

import { Args, Context, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { Span } from '../../../tracing/spans/graphql/span.type.js';
import { Dataset } from '../../graphql/dataset.type.js';
import { DATASET_TYPE, DatasetsService } from '../../datasets.service.js';
import { DATASET_VERSION_TYPE } from '../../versions/dataset-versions.service.js';
import { DATASET_EXAMPLE_TYPE, DatasetExamplesService } from '../dataset-examples.service.js';
import {
  DatasetExample,
  DatasetExampleRevision,
  toDatasetExample,
} from './dataset-example.type.js';
import { DatasetExamplesLoaders } from './dataset-examples.loader.js';

@Resolver(() => DatasetExample)
export class DatasetExamplesResolver {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    private readonly load: DatasetExamplesLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(DATASET_EXAMPLE_TYPE, (id, { loaders }) =>
      loaders.of(this.load.examples).load(id),
    );
  }

  @Query(() => DatasetExample, {
    nullable: true,
    description: 'Finds an example by the ID that its author chose, unless it is deleted.',
  })
  @Access('VIEWER')
  async getDatasetExampleByExternalId(
    @Args('datasetId', { type: () => ID }) datasetId: string,
    @Args('externalId') externalId: string,
  ): Promise<DatasetExample | null> {
    const { id } = await this.datasets.get(requireRowId(datasetId, DATASET_TYPE));
    const example = await this.examples.findByExternalId(id, externalId);
    return example && toDatasetExample(example);
  }

  @ResolveField(() => DatasetExampleRevision, {
    description:
      'The content at a version; by default, at the version or experiment that lists the example, ' +
      'or else at the newest version.',
  })
  revision(
    @Parent() { rowId, revisionRowId, newestRevisionRowId }: DatasetExample,
    @Args('datasetVersionId', { type: () => ID, nullable: true }) versionGlobalId: string | null,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetExampleRevision> {
    if (versionGlobalId) {
      const versionId = requireRowId(versionGlobalId, DATASET_VERSION_TYPE);
      return loaders.of(this.load.revisionsAt).load({ exampleId: rowId, versionId });
    }
    return loaders.of(this.load.revisions).load(revisionRowId ?? newestRevisionRowId);
  }

  @ResolveField(() => Dataset)
  async dataset(
    @Parent() { datasetRowId }: DatasetExample,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Dataset> {
    const dataset = await loaders.of(this.load.datasets).load(datasetRowId);
    if (dataset) return dataset;
    throw new NotFoundError('The dataset has since been deleted.');
  }

  @ResolveField(() => Span, {
    nullable: true,
    description: 'The span that it was created from, if that still exists.',
  })
  async span(
    @Parent() { spanKey }: DatasetExample,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    return spanKey && loaders.of(this.load.sourceSpans).load(spanKey);
  }
}

import { Args, Context, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import type { Connection } from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { offsetConnection, OffsetPageArgs } from '../../../common/pagination/offset-page.js';
import { loaderById } from '../../../common/graphql/loaders.js';
import { Dataset, toDataset } from '../../graphql/dataset.type.js';
import { DatasetsService } from '../../datasets.service.js';
import { DatasetUpload, DatasetUploadConnection, toDatasetUpload } from './dataset-upload.type.js';
import { QueuedUploadsService } from '../queued-uploads.service.js';

@Resolver(() => DatasetUpload)
export class QueuedUploadsResolver {
  private readonly datasets;

  constructor(
    private readonly uploads: QueuedUploadsService,
    datasets: DatasetsService,
  ) {
    this.datasets = loaderById((ids) => datasets.findByIds(ids), toDataset);
  }

  @Query(() => DatasetUploadConnection, {
    description:
      'Uploads of the last 30 days that were answered before they were stored, newest first.',
  })
  @RequiredRole('VIEWER')
  datasetUploads(@Args() args: OffsetPageArgs): Promise<Connection<DatasetUpload>> {
    return offsetConnection(args, this.uploads, toDatasetUpload);
  }

  @Query(() => DatasetUpload, {
    nullable: true,
    description:
      'By the id that the answer to the upload bears in `x-spandrel-upload-id`, for 30 days.',
  })
  @RequiredRole('VIEWER')
  async datasetUpload(@Args('id', { type: () => ID }) id: string): Promise<DatasetUpload | null> {
    const upload = await this.uploads.find(id);
    return upload && toDatasetUpload(upload);
  }

  @ResolveField(() => Dataset, {
    nullable: true,
    description: 'Absent until it is stored, and when the dataset is gone.',
  })
  async dataset(
    @Parent() { datasetRowId }: DatasetUpload,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Dataset | null> {
    return datasetRowId === null ? null : loaders.of(this.datasets).load(datasetRowId);
  }
}

import { Args, Context, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../../../kernel/access/handler-access.js';
import type { Connection } from '../../../../kernel/pagination/connection.js';
import type { GraphqlContext } from '../../../../kernel/graphql/context.js';
import { offsetConnection, OffsetPageArgs } from '../../../../kernel/pagination/offset-page.js';
import { requireRowId } from '../../../../kernel/ids/global-id.js';
import { createLoaderById } from '../../../../kernel/graphql/loaders.js';
import { Dataset, toDataset } from '../../../graphql/dataset.type.js';
import { DatasetsService } from '../../../datasets.service.js';
import { DatasetUpload, DatasetUploadConnection, toDatasetUpload } from './dataset-upload.type.js';
import { DATASET_UPLOAD_TYPE, UploadQueueService } from '../upload-queue.service.js';

@Resolver(() => DatasetUpload)
export class UploadQueueResolver {
  private readonly datasets;

  constructor(
    private readonly queue: UploadQueueService,
    datasets: DatasetsService,
  ) {
    this.datasets = createLoaderById((ids) => datasets.findByIds(ids), toDataset);
  }

  @Query(() => DatasetUploadConnection, {
    description: 'Queued uploads of the last 30 days, newest first.',
  })
  @Access('VIEWER')
  datasetUploads(@Args() args: OffsetPageArgs): Promise<Connection<DatasetUpload>> {
    return offsetConnection(args, this.queue, toDatasetUpload);
  }

  @Query(() => DatasetUpload, {
    nullable: true,
    description:
      'Finds an upload of the last 30 days by the ID in the `x-spandrel-upload-id` response header.',
  })
  @Access('VIEWER')
  async datasetUpload(@Args('id', { type: () => ID }) id: string): Promise<DatasetUpload | null> {
    const upload = await this.queue.find(requireRowId(id, DATASET_UPLOAD_TYPE));
    return upload && toDatasetUpload(upload);
  }

  @ResolveField(() => Dataset, {
    nullable: true,
    description: 'Null until the upload is stored, or if the dataset no longer exists.',
  })
  async dataset(
    @Parent() { datasetRowId }: DatasetUpload,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Dataset | null> {
    return datasetRowId === null ? null : loaders.of(this.datasets).load(datasetRowId);
  }
}

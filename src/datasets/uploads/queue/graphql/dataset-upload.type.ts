import { Field, HideField, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../../kernel/pagination/connection.js';
import { DateTimeScalar } from '../../../../kernel/graphql/scalars.js';
import {
  DATASET_UPLOAD_TYPE,
  type DatasetUploadEntity,
  DatasetUploadStatus,
} from '../dataset-upload.entity.js';

registerEnumType(DatasetUploadStatus, {
  name: 'DatasetUploadStatus',
  description: 'The progress of an upload.',
});

@ObjectType({ description: 'An upload that is stored after its response (`sync=false`).' })
export class DatasetUpload {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  datasetName: string;

  @Field(() => DatasetUploadStatus)
  status: DatasetUploadStatus;

  @Field(() => Int, { description: 'Number of examples.' })
  rowCount: number;

  @Field(() => String, { nullable: true, description: 'Why the upload could not be stored.' })
  error: string | null;

  @Field(() => DateTimeScalar)
  createdAt: Date;

  @Field(() => DateTimeScalar, { nullable: true })
  finishedAt: Date | null;

  @HideField()
  datasetRowId: number | null;

  @Field(() => Int, { nullable: true })
  createdCount: number | null;

  @Field(() => Int, { nullable: true })
  updatedCount: number | null;

  @Field(() => Int, { nullable: true })
  deletedCount: number | null;
}

@ObjectType()
export class DatasetUploadEdge extends EdgeOf(DatasetUpload) {}

@ObjectType()
export class DatasetUploadConnection extends ConnectionOf(DatasetUploadEdge) {}

export function toDatasetUpload(row: DatasetUploadEntity): DatasetUpload {
  return {
    id: toGlobalId(DATASET_UPLOAD_TYPE, row.id),
    datasetName: row.name,
    status: row.status,
    rowCount: row.rowCount,
    error: row.error,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    datasetRowId: row.datasetId,
    createdCount: row.createdCount,
    updatedCount: row.updatedCount,
    deletedCount: row.deletedCount,
  };
}

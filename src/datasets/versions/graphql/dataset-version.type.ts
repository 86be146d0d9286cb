import { Field, HideField, ID, Int, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../common/pagination/connection.js';
import { DateTimeScalar, JsonScalar } from '../../../common/graphql/scalars.js';
import type { DatasetVersionRow } from '../dataset-version.entity.js';

/** Type name inside a version's global id. */
export const DATASET_VERSION_TYPE = 'DatasetVersion';

@ObjectType({ description: 'What one change of examples left of a dataset.' })
export class DatasetVersion {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  datasetRowId: number;

  @Field(() => String, { nullable: true, description: 'What was changed, in words of its author.' })
  description: string | null;

  @Field(() => JsonScalar, { description: 'An object.' })
  metadata: object;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @HideField()
  userRowId: number | null;

  @Field(() => Int, { description: 'Examples that the dataset held at this version.' })
  exampleCount: number;

  @Field(() => Int, { description: 'Examples that it added.' })
  createdCount: number;

  @Field(() => Int, { description: 'Examples that it changed.' })
  updatedCount: number;

  @Field(() => Int, { description: 'Examples that it removed.' })
  deletedCount: number;
}

@ObjectType()
export class DatasetVersionEdge extends EdgeOf(DatasetVersion) {}

@ObjectType()
export class DatasetVersionConnection extends ConnectionOf(DatasetVersionEdge) {}

export function toDatasetVersion(row: DatasetVersionRow): DatasetVersion {
  const { id, datasetId, userId, ...rest } = row;
  return {
    ...rest,
    id: toGlobalId(DATASET_VERSION_TYPE, id),
    rowId: id,
    datasetRowId: datasetId,
    userRowId: userId,
  };
}

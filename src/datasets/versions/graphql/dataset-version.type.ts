import { Field, HideField, ID, Int, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import { DATASET_VERSION_TYPE, type DatasetVersionRow } from '../dataset-version.entity.js';

@ObjectType({
  description: 'An immutable state of a dataset. Each change to its examples creates one.',
})
export class DatasetVersion {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  datasetRowId: number;

  @Field(() => String, { nullable: true, description: "The author's description of the changes." })
  description: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @HideField()
  userRowId: number | null;

  @Field(() => Int, { description: 'Number of examples in this version.' })
  exampleCount: number;

  @Field(() => Int, { description: 'Number of examples that this version added.' })
  createdCount: number;

  @Field(() => Int, { description: 'Number of examples that this version changed.' })
  updatedCount: number;

  @Field(() => Int, { description: 'Number of examples that this version removed.' })
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

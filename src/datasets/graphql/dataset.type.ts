import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar, JsonScalar } from '../../kernel/graphql/scalars.js';
import { DATASET_TYPE, type DatasetRow } from '../dataset.entity.js';

@ObjectType({
  description: 'A named list of examples with all its versions.',
  implements: () => Node,
})
export class Dataset implements Node {
  @Field(() => ID)
  id: string;

  /** Row ID, for the fields that other features add to a dataset. */
  @HideField()
  rowId: number;

  @Field(() => String, { description: 'Unique.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, { description: 'When the dataset itself was last edited.' })
  updatedAt: string;

  @HideField()
  projectRowId: number | null;

  @HideField()
  createdByRowId: number | null;

  @HideField()
  updatedByRowId: number | null;
}

@ObjectType()
export class DatasetEdge extends EdgeOf(Dataset) {}

@ObjectType()
export class DatasetConnection extends ConnectionOf(DatasetEdge) {}

@ObjectType({ description: 'The result of a mutation of a dataset.' })
export class DatasetMutationPayload {
  @Field(() => Dataset)
  dataset: Dataset;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toDatasetPayload(row: DatasetRow): DatasetMutationPayload {
  return { dataset: toDataset(row), query: {} };
}

export function toDataset(row: DatasetRow): Dataset {
  const { id, name, description, metadata, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(DATASET_TYPE, id),
    rowId: id,
    name,
    description,
    metadata,
    createdAt,
    updatedAt,
    projectRowId: row.projectId,
    createdByRowId: row.userId,
    updatedByRowId: row.updatedBy,
  };
}

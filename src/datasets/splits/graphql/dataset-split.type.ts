import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import { DATASET_SPLIT_TYPE, type DatasetSplitRow } from '../dataset-split.entity.js';

@ObjectType({
  description: 'A named subset of examples, such as `train`. All datasets share the same splits.',
  implements: () => Node,
})
export class DatasetSplit implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String, { description: 'Unique on the server.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => String)
  color: string;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType()
export class DatasetSplitEdge extends EdgeOf(DatasetSplit) {}

@ObjectType()
export class DatasetSplitConnection extends ConnectionOf(DatasetSplitEdge) {}

@ObjectType({ description: 'The result of creating or changing a split.' })
export class DatasetSplitMutationPayload {
  @Field(() => DatasetSplit)
  datasetSplit: DatasetSplit;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteDatasetSplitsPayload {
  @Field(() => [DatasetSplit], { description: 'The deleted splits.' })
  datasetSplits: DatasetSplit[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toDatasetSplit({ id, ...row }: DatasetSplitRow): DatasetSplit {
  const { name, description, metadata, color, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(DATASET_SPLIT_TYPE, id),
    rowId: id,
    name,
    description,
    metadata,
    color,
    createdAt,
    updatedAt,
  };
}

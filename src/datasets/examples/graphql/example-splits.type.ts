import { Field, ObjectType } from '@nestjs/graphql';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DatasetSplit } from '../../splits/graphql/dataset-split.type.js';
import { DatasetExample } from './dataset-example.type.js';

@ObjectType()
export class SetDatasetExampleSplitsPayload {
  @Field(() => DatasetExample)
  example: DatasetExample;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class SetDatasetExamplesSplitsPayload {
  @Field(() => [DatasetExample])
  examples: DatasetExample[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DatasetSplitWithExamplesPayload {
  @Field(() => DatasetSplit)
  datasetSplit: DatasetSplit;

  @Field(() => [DatasetExample])
  examples: DatasetExample[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

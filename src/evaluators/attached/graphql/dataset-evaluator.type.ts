import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import type { OutputConfig } from '../../evaluation/output-config.js';
import { EvaluatorInputMapping } from '../../graphql/input-mapping.type.js';
import { DATASET_EVALUATOR_TYPE, type DatasetEvaluatorRow } from '../dataset-evaluators.service.js';

@ObjectType({
  description: 'The use of an evaluator in a dataset.',
  implements: () => Node,
})
export class DatasetEvaluator implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  datasetRowId: number;

  @HideField()
  evaluatorRowId: number;

  @HideField()
  userRowId: number | null;

  @HideField()
  projectName: string;

  /** Null for those of the evaluator. */
  @HideField()
  ownOutputConfigs: OutputConfig[] | null;

  @Field(() => String, { description: 'Unique in the dataset. The name of its evaluations.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => EvaluatorInputMapping)
  inputMapping: EvaluatorInputMapping;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType()
export class DatasetEvaluatorEdge extends EdgeOf(DatasetEvaluator) {}

@ObjectType()
export class DatasetEvaluatorConnection extends ConnectionOf(DatasetEvaluatorEdge) {}

@ObjectType()
export class DatasetEvaluatorMutationPayload {
  @Field(() => DatasetEvaluator)
  evaluator: DatasetEvaluator;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteDatasetEvaluatorsPayload {
  @Field(() => [ID])
  datasetEvaluatorIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toDatasetEvaluator(row: DatasetEvaluatorRow): DatasetEvaluator {
  const { id, name, description, inputMapping, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(DATASET_EVALUATOR_TYPE, id),
    rowId: id,
    datasetRowId: row.datasetId,
    evaluatorRowId: row.evaluatorId,
    userRowId: row.userId,
    projectName: row.projectName,
    ownOutputConfigs: row.outputConfigs,
    name,
    description,
    inputMapping,
    createdAt,
    updatedAt,
  };
}

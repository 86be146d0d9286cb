import { Field, ObjectType } from '@nestjs/graphql';
import { QueryRoot } from '../../common/graphql/query-root.type.js';
import { Dataset } from '../../datasets/graphql/dataset.type.js';
import { Experiment } from './experiment.type.js';

@ObjectType({ description: 'What a mutation of an experiment answers with.' })
export class ExperimentMutationPayload {
  @Field(() => Experiment)
  experiment: Experiment;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class SetExperimentBaselinePayload {
  @Field(() => Dataset)
  dataset: Dataset;

  @Field(() => Experiment)
  experiment: Experiment;

  @Field(() => Experiment, { nullable: true })
  previousBaselineExperiment: Experiment | null;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteExperimentsPayload {
  @Field(() => [Experiment], { description: 'As they were.' })
  experiments: Experiment[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

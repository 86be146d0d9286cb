import { Field, Float, HideField, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'All evaluations with one name in an experiment.' })
export class ExperimentAnnotationSummary {
  @HideField()
  experimentId: number;

  @Field(() => String)
  annotationName: string;

  @Field(() => Float, { nullable: true })
  minScore: number | null;

  @Field(() => Float, { nullable: true })
  maxScore: number | null;

  @Field(() => Float, { nullable: true, description: 'Of the evaluations that have a score.' })
  meanScore: number | null;

  @Field(() => Int)
  count: number;

  @Field(() => Int)
  errorCount: number;

  @Field(() => Int)
  scoreCount: number;

  @Field(() => Int)
  labelCount: number;
}

@ObjectType({
  description:
    'The range of scores of the evaluations with one name in the experiments of a dataset.',
})
export class DatasetExperimentAnnotationSummary {
  @Field(() => String)
  annotationName: string;

  @Field(() => Float, { nullable: true })
  minScore: number | null;

  @Field(() => Float, { nullable: true })
  maxScore: number | null;
}

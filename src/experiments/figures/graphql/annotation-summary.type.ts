import { Field, Float, HideField, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'How many of the evaluations that have a label have this one.' })
export class LabelFraction {
  @Field(() => String)
  label: string;

  @Field(() => Float)
  fraction: number;
}

@ObjectType({ description: 'The evaluations of one name in an experiment, all together.' })
export class ExperimentAnnotationSummary {
  @HideField()
  experimentId: number;

  @Field(() => String)
  annotationName: string;

  @Field(() => Float, { nullable: true })
  minScore: number | null;

  @Field(() => Float, { nullable: true })
  maxScore: number | null;

  @Field(() => Float, { nullable: true, description: 'Of those that have a score.' })
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
  description: 'Between which values the scores of one name are in the experiments of a dataset.',
})
export class DatasetExperimentAnnotationSummary {
  @Field(() => String)
  annotationName: string;

  @Field(() => Float, { nullable: true })
  minScore: number | null;

  @Field(() => Float, { nullable: true })
  maxScore: number | null;
}

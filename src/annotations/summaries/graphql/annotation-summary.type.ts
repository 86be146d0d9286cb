import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import type { SummaryFigures } from '../annotation-summary.js';

@ObjectType({ description: 'The share of a label among the annotations that have a label.' })
export class LabelFraction {
  @Field(() => String)
  label: string;

  @Field(() => Float)
  fraction: number;
}

@ObjectType({
  description:
    'All annotations with one name. In a project, they are first averaged for each span, trace or session, so that each has the same weight.',
})
export class AnnotationSummary implements SummaryFigures {
  @Field(() => String)
  name: string;

  @Field(() => Int, { description: 'Number of annotations.' })
  count: number;

  @Field(() => [String], { description: 'Largest share first.' })
  labels: string[];

  @Field(() => [LabelFraction], { description: 'Largest share first.' })
  labelFractions: LabelFraction[];

  @Field(() => Float, { nullable: true, description: 'Null without scores.' })
  meanScore: number | null;

  @Field(() => Int, { description: 'Number of annotations that have a score.' })
  scoreCount: number;

  @Field(() => Int, { description: 'Number of annotations that have a label.' })
  labelCount: number;
}

@ObjectType({ description: 'Number of annotations with one name.' })
export class AnnotationNameCount {
  @Field(() => String)
  name: string;

  @Field(() => Int)
  count: number;
}

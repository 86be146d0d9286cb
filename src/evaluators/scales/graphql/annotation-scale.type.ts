import { Field, Float, ObjectType } from '@nestjs/graphql';
import type {
  ConfigLabel,
  OptimizationDirection as DirectionName,
} from '../../../annotations/configs/annotation-config.entity.js';
import {
  CategoricalAnnotationValue,
  OptimizationDirection,
} from '../../../annotations/configs/graphql/annotation-config.type.js';

@ObjectType({
  description: 'The range and labels of the annotations of one name, as far as they are known.',
})
export class AnnotationScale {
  @Field(() => String)
  name: string;

  @Field(() => OptimizationDirection)
  optimizationDirection: DirectionName;

  @Field(() => Float, { nullable: true, description: 'Smallest score.' })
  lowerBound: number | null;

  @Field(() => Float, { nullable: true, description: 'Largest score.' })
  upperBound: number | null;

  @Field(() => [CategoricalAnnotationValue], {
    nullable: true,
    description: 'Null if the annotations have only scores or texts.',
  })
  values: ConfigLabel[] | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The score from which an annotation counts as good.',
  })
  threshold: number | null;
}

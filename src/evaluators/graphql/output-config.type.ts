import { createUnionType, Field, Float, ObjectType } from '@nestjs/graphql';
import {
  CategoricalAnnotationValue,
  OptimizationDirection,
} from '../../annotations/configs/graphql/annotation-config.type.js';
import type { OutputConfig } from '../evaluation/output-config.js';

@ObjectType({ isAbstract: true })
abstract class OutputConfigFields {
  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => OptimizationDirection)
  optimizationDirection: OutputConfig['optimizationDirection'];
}

@ObjectType({ description: 'The evaluator answers with one of several labels.' })
export class CategoricalOutputConfig extends OutputConfigFields {
  @Field(() => [CategoricalAnnotationValue])
  values: CategoricalAnnotationValue[];
}

@ObjectType({ description: 'The evaluator answers with a score.' })
export class ContinuousOutputConfig extends OutputConfigFields {
  @Field(() => Float, { nullable: true, description: 'Smallest score.' })
  lowerBound: number | null;

  @Field(() => Float, { nullable: true, description: 'Largest score.' })
  upperBound: number | null;
}

export const EvaluatorOutputConfig = createUnionType({
  name: 'EvaluatorOutputConfig',
  description: "The form of an evaluator's results.",
  types: () => [CategoricalOutputConfig, ContinuousOutputConfig] as const,
  resolveType: (config: object) =>
    'values' in config ? CategoricalOutputConfig : ContinuousOutputConfig,
});

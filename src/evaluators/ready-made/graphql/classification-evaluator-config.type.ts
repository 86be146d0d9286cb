import { Field, ObjectType } from '@nestjs/graphql';
import {
  CategoricalAnnotationValue,
  OptimizationDirection,
} from '../../../annotations/configs/graphql/annotation-config.type.js';
import {
  PromptMessage,
  toChatTemplate,
} from '../../../prompts/templates/graphql/prompt-template.type.js';
import { type ReadyMadeEvaluator, toMessages } from '../ready-made-evaluators.js';

@ObjectType({ description: 'An evaluator that asks a model, to start from.' })
export class ClassificationEvaluatorConfig {
  @Field(() => String)
  name: string;

  @Field(() => String)
  description: string;

  @Field(() => [String], { description: 'The areas that it belongs to, such as `retrieval`.' })
  labels: string[];

  @Field(() => [PromptMessage], {
    description:
      'In Mustache format. Variables such as `input` and `output` need no mapping; others do.',
  })
  messages: PromptMessage[];

  @Field(() => [CategoricalAnnotationValue], { description: 'The labels that the model chooses.' })
  choices: CategoricalAnnotationValue[];

  @Field(() => OptimizationDirection)
  optimizationDirection: ReadyMadeEvaluator['optimizationDirection'];

  @Field(() => String, { description: 'Where the idea comes from.' })
  source: string;
}

export function toClassificationConfig(
  evaluator: ReadyMadeEvaluator,
): ClassificationEvaluatorConfig {
  const { name, description, areas, choices, optimizationDirection, source } = evaluator;
  return {
    name,
    description,
    labels: areas,
    messages: toChatTemplate(toMessages(evaluator)).messages,
    choices: choices.map(({ label, score }) => ({ label, score })),
    optimizationDirection,
    source,
  };
}

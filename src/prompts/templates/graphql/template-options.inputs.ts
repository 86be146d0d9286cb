import { Field, InputType } from '@nestjs/graphql';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import { PromptTemplateFormat } from './prompt-template.type.js';

@InputType()
export class PromptTemplateOptions {
  @Field(() => JsonScalar, {
    nullable: true,
    description: 'An object with the values of the variables, by name. Defaults to none.',
  })
  variables?: JsonValue;

  @Field(() => PromptTemplateFormat)
  format: PromptTemplateFormat;
}

import { Field, ID, InputType } from '@nestjs/graphql';
import { Check } from '../../../kernel/validation/check.js';
import { trimmedName } from '../../../kernel/validation/json-fields.js';

@InputType()
export class CreateScimTokenInput {
  @Field(() => String, { description: 'Names the service that uses it.' })
  @Check(trimmedName())
  name: string;
}

@InputType()
export class DeleteScimTokenInput {
  @Field(() => ID)
  id: string;
}

import { Field, ID, InputType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { Check } from '../../kernel/validation/check.js';
import { storableText, trimmedText } from '../../kernel/validation/json-fields.js';
import { MAX_DESCRIPTION, MAX_NAME } from '../api-key.rules.js';
import { ApiKeyScope } from './api-key.type.js';

@InputType()
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Surrounding white space is removed.' })
  @Check(trimmedText().min(1).max(MAX_NAME))
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().max(MAX_DESCRIPTION).nullish())
  description?: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'In the future. Absent or null: the key never expires.',
  })
  expiresAt?: string | null;

  @Field(() => ApiKeyScope, { defaultValue: ApiKeyScope.FULL })
  scope: ApiKeyScope;

  @Field(() => ID, {
    nullable: true,
    description: 'The only project that the key can use. Absent or null: all projects.',
  })
  projectId?: string | null;
}

@InputType()
export class CreateUserApiKeyInput extends CreateApiKeyInput {}

@InputType()
export class DeleteApiKeyInput {
  @Field(() => ID)
  id: string;
}

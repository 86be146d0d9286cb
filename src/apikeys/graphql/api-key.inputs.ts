import { Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional, MaxLength, MinLength } from 'class-validator';
import { StorableText, Trimmed } from '../../common/validation/body-params.js';
import { DateTimeScalar } from '../../common/graphql/scalars.js';
import { ApiKeyScope } from './api-key.type.js';
import { MAX_DESCRIPTION, MAX_NAME } from '../api-key-bounds.js';

@InputType()
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Blanks at the ends are dropped.' })
  @Trimmed()
  @StorableText()
  @MinLength(1, { message: 'The name must not be empty' })
  @MaxLength(MAX_NAME, { message: `The name must have at most ${MAX_NAME} characters` })
  name: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  @MaxLength(MAX_DESCRIPTION, {
    message: `The description must have at most ${MAX_DESCRIPTION} characters`,
  })
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
    description: 'The only project that the key may access; null or omitted: all.',
  })
  projectId?: string | null;
}

@InputType()
export class DeleteApiKeyInput {
  @Field(() => ID)
  id: string;
}

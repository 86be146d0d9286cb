import { ArgsType, Field, InputType, Int } from '@nestjs/graphql';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsNotEmpty,
  IsOptional,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { MaxBytes, StorableText, Trimmed } from '../../common/validation/body-params.js';
import { MAX_CHANGES, MAX_KEY_LENGTH, MAX_VALUE_BYTES, SECRET_KEY } from '../secret-key.js';

@InputType({ description: 'One secret to store or to delete.' })
export class SecretInput {
  @Field(() => String, {
    description:
      'Letters, digits and `_`, not starting with a digit; blanks at the ends are dropped.',
  })
  @Trimmed()
  @StorableText()
  @Matches(SECRET_KEY, {
    message: 'The key should hold letters, digits and _ only, and not start with a digit',
  })
  @MaxLength(MAX_KEY_LENGTH, {
    message: `The key should have at most ${MAX_KEY_LENGTH} characters`,
  })
  key: string;

  @Field(() => String, { nullable: true, description: 'Absent or null deletes the secret.' })
  @Trimmed()
  @IsOptional()
  @StorableText()
  @IsNotEmpty({ message: 'The value should not be blank' })
  @MaxBytes(MAX_VALUE_BYTES)
  value?: string | null;
}

@InputType()
export class UpsertOrDeleteSecretsInput {
  @Field(() => [SecretInput], {
    description: 'Done as one: all or none. Of several for the same key the last one counts.',
  })
  @ArrayMinSize(1, { message: 'There should be at least one secret' })
  @ArrayMaxSize(MAX_CHANGES, { message: `There should be at most ${MAX_CHANGES} secrets` })
  @ValidateNested({ each: true })
  @Type(() => SecretInput)
  secrets: SecretInput[];
}

@ArgsType()
export class SecretsArgs {
  @Field(() => [String], { nullable: true, description: 'Only these; absent or null: all.' })
  @IsOptional()
  @ArrayMaxSize(MAX_CHANGES, { message: `There should be at most ${MAX_CHANGES} keys` })
  keys?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: 'Size of the page, 1 to 1000.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor after which the page begins.' })
  after?: string | null;
}

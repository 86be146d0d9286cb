import { ArgsType, Field, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { Check, checksOf } from '../../kernel/validation/check.js';
import { MAX_CHANGES } from '../secret-key.js';
import { secretKey, secretValue } from '../secret.rules.js';

@InputType({ description: 'A secret to store or delete.' })
export class SecretInput {
  @Field(() => String, {
    description:
      'Letters, digits and `_`, not starting with a digit. Surrounding white space is removed.',
  })
  @Check(secretKey())
  key: string;

  @Field(() => String, { nullable: true, description: 'Absent or null deletes the secret.' })
  @Check(secretValue().nullish())
  value?: string | null;
}

@InputType()
export class UpsertOrDeleteSecretsMutationInput {
  @Field(() => [SecretInput], {
    description:
      'If one change is not valid, none is made. If a key occurs more than once, its last change applies.',
  })
  @Check(z.array(checksOf(SecretInput)!).min(1).max(MAX_CHANGES))
  secrets: SecretInput[];
}

@ArgsType()
export class SecretsArgs {
  @Field(() => [String], {
    nullable: true,
    description: 'Only secrets with these keys. Absent or null: all.',
  })
  @Check(z.array(z.string()).max(MAX_CHANGES).nullish())
  keys?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: 'Page size, 1 to 1000.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;
}

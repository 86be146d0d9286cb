import { ArgsType, Field, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { ForwardPageArgs } from '../../kernel/pagination/connection.js';
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
export class SecretsArgs extends ForwardPageArgs {
  @Field(() => [String], {
    nullable: true,
    description: 'Only secrets with these keys. Absent or null: all.',
  })
  @Check(z.array(z.string()).max(MAX_CHANGES).nullish())
  keys?: string[] | null;
}

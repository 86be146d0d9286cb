import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Check } from '../../kernel/validation/check.js';
import { anyObject, maxBytes, reason, storableText } from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

/** Maximum number of experiments per deletion. */
const MAX_DELETED = 1000;

@InputType({
  description:
    'Absent fields, and a null name or metadata, stay unchanged. A null description removes it.',
})
export class PatchExperimentInput {
  @Field(() => ID)
  experimentId: string;

  @Field(() => String, { nullable: true })
  @Check(
    storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .refine((name) => /\S/.test(name), reason('blank', 'The name must not be blank'))
      .nullish(),
  )
  name?: string | null;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'A JSON object, which replaces all metadata.',
  })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;
}

@InputType()
export class DeleteExperimentsInput {
  @Field(() => [ID])
  @Check(
    z
      .array(z.string())
      .refine(
        ({ length }) => length <= MAX_DELETED,
        reason('too_long', `At most ${MAX_DELETED} experiments can be deleted at once.`),
      ),
  )
  experimentIds: string[];
}

import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../kernel/validation/check.js';
import {
  maxBytes,
  reason,
  storableText,
  trimmedText,
} from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

const color = z
  .string()
  .refine(
    (text) => /^#[0-9a-f]{6}$/i.test(text),
    reason('string_pattern_mismatch', 'Input should be a color such as #5bdbff'),
  );

/** Fields that can be set on creation and changed later. */
@InputType({ isAbstract: true })
abstract class ProjectDetailsInput {
  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @Check(color.nullish())
  gradientStartColor?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @Check(color.nullish())
  gradientEndColor?: string | null;
}

@InputType()
export class CreateProjectInput extends ProjectDetailsInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(
    trimmedText()
      .check(maxBytes(MAX_NAME_BYTES))
      .refine((name) => name !== '', reason('string_too_short', 'The name must not be empty')),
  )
  name: string;
}

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchProjectInput extends ProjectDetailsInput {
  @Field(() => ID)
  id: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether points of all metrics are stored, and not only those of agents.',
  })
  keepsMetrics?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'See `Project.prefersSentCosts`. Applies to spans that are priced from now on.',
  })
  @Check(z.boolean().nullish())
  prefersSentCosts?: boolean | null;
}

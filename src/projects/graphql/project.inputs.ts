import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Check } from '../../kernel/validation/check.js';
import {
  anyObject,
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

/** The details besides the name of what can belong to a project, such as a dataset. */
@InputType({ isAbstract: true })
export abstract class DetailsInProjectInput {
  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The project that it belongs to. Who can see that one can see it; null: everyone.',
  })
  projectId?: string | null;
}

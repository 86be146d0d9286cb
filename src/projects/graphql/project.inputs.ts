import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../common/validation/check.js';
import {
  maxBytes,
  reason,
  storableText,
  trimmedText,
} from '../../common/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../project-name.js';

const color = z
  .string()
  .refine(
    (text) => /^#[0-9a-f]{6}$/i.test(text),
    reason('string_pattern_mismatch', 'Input should be a color such as #5bdbff'),
  );

/** What may be chosen when a project is made, and changed later. */
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
  @Field(() => String, { description: 'Unique; blanks at the ends are dropped.' })
  @Check(
    trimmedText()
      .check(maxBytes(MAX_NAME_BYTES))
      .refine((name) => name !== '', reason('string_too_short', 'The name must not be empty')),
  )
  name: string;
}

@InputType({ description: 'An absent or null member is left as it is.' })
export class PatchProjectInput extends ProjectDetailsInput {
  @Field(() => ID)
  id: string;
}

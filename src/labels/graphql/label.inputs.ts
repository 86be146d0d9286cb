import { Field, InputType } from '@nestjs/graphql';
import { Check } from '../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../kernel/validation/json-fields.js';

/** A label to create, of any kind. */
@InputType({ isAbstract: true })
export abstract class CreateLabelInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;
}

/** Changes to the texts of a label or a split. */
@InputType({ isAbstract: true })
export abstract class PatchLabelInput {
  @Field(() => String, { nullable: true, description: 'Surrounding white space is removed.' })
  @Check(trimmedName().nullish())
  name?: string | null;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;
}

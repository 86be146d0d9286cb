import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { Check } from '../../../kernel/validation/check.js';
import {
  anyObject,
  maxBytes,
  reason,
  storableText,
  trimmedName,
  trimmedText,
} from '../../../kernel/validation/json-fields.js';
import { PatchLabelInput } from '../../../labels/graphql/label.inputs.js';
import { MAX_COLOR_BYTES } from '../dataset-splits.service.js';

/** Any text that is not blank. */
const color = trimmedText()
  .check(maxBytes(MAX_COLOR_BYTES))
  .refine((text) => text !== '', reason('string_too_short', 'The color must not be empty'));

@ArgsType()
export class SplitsArgs extends OffsetPageArgs {
  @Field(() => [String], { nullable: true, description: 'Only splits with these names.' })
  names?: string[] | null;
}

@InputType()
export class CreateDatasetSplitInput {
  @Field(() => String, {
    description: 'Unique on the server. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => String)
  @Check(color)
  color: string;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;
}

@InputType({
  description: 'Absent and null fields stay unchanged, but a null description removes it.',
})
export class PatchDatasetSplitInput extends PatchLabelInput {
  @Field(() => ID)
  datasetSplitId: string;

  @Field(() => String, { nullable: true })
  @Check(color.nullish())
  color?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;
}

@InputType()
export class DeleteDatasetSplitInput {
  @Field(() => [ID])
  datasetSplitIds: string[];
}

import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { trimmedName } from '../../../kernel/validation/json-fields.js';
import {
  description,
  MAX_DESCRIPTION,
  MAX_MODEL_NAMES,
  MAX_PROVIDER,
  modelNames,
  providerText,
} from '../custom-model-provider.rules.js';
import { GenerativeModelCustomProviderConfigInput } from './custom-provider-config.inputs.js';

@InputType()
export class CreateGenerativeModelCustomProviderMutationInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true, description: `At most ${MAX_DESCRIPTION} characters.` })
  @Check(description().nullish())
  description?: string | null;

  @Field(() => String, {
    description: `Who runs the models, in any words. At most ${MAX_PROVIDER} characters.`,
  })
  @Check(providerText())
  provider: string;

  @Field(() => GenerativeModelCustomProviderConfigInput)
  @Check(checksOf(GenerativeModelCustomProviderConfigInput)!)
  clientConfig: GenerativeModelCustomProviderConfigInput;

  @Field(() => [String], {
    nullable: true,
    description: `The models that users can choose. At most ${MAX_MODEL_NAMES}. Duplicates are removed.`,
  })
  @Check(modelNames().nullish())
  modelNames?: string[] | null;
}

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchGenerativeModelCustomProviderMutationInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true })
  @Check(z.union([trimmedName(), z.null()]).optional())
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Empty to remove it.' })
  @Check(description().nullish())
  description?: string | null;

  @Field(() => String, { nullable: true })
  @Check(providerText().nullish())
  provider?: string | null;

  @Field(() => GenerativeModelCustomProviderConfigInput, {
    nullable: true,
    description:
      'Replaces the whole config. With the same SDK and address, credentials and values of headers that are absent keep their stored value.',
  })
  @Check(checksOf(GenerativeModelCustomProviderConfigInput)!.nullish())
  clientConfig?: GenerativeModelCustomProviderConfigInput | null;

  @Field(() => [String], { nullable: true })
  @Check(modelNames().nullish())
  modelNames?: string[] | null;
}

@InputType()
export class DeleteGenerativeModelCustomProviderMutationInput {
  @Field(() => ID)
  id: string;
}

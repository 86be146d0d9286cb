import { Field, Float, ID, InputType } from '@nestjs/graphql';
import { Check, checksOf } from '../../kernel/validation/check.js';
import { maxBytes, storableText, trimmedName } from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { TokenKind } from './generative-model.type.js';

@InputType()
export class TokenPriceInput {
  @Field(() => String, { description: '`input`, `output`, `cache_read` and so on.' })
  @Check(trimmedName())
  tokenType: string;

  @Field(() => TokenKind)
  kind: TokenKind;

  @Field(() => Float, { description: 'US dollars. Not negative.' })
  costPerMillionTokens: number;

  @Field(() => Float, {
    nullable: true,
    description: 'US dollars, if the prompt has more tokens than `tierThreshold`. Not negative.',
  })
  tierCostPerMillionTokens?: number | null;
}

@InputType()
export class CreateModelMutationInput {
  @Field(() => String, {
    description: 'Unique among custom models. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      'As in the attribute `llm.provider`. Without it, the prices apply to any provider.',
  })
  @Check(storableText().trim().check(maxBytes(MAX_NAME_BYTES)).nullish())
  provider?: string | null;

  @Field(() => String, {
    description:
      'A regular expression in RE2 syntax, searched in the attribute `llm.model_name`. At most 1,000 characters.',
  })
  @Check(storableText())
  namePattern: string;

  @Field(() => [TokenPriceInput], {
    description: 'Prompt tokens `input` and completion tokens `output` need a price.',
  })
  @Check(checksOf(TokenPriceInput)!.array())
  costs: TokenPriceInput[];

  @Field(() => Float, {
    nullable: true,
    description:
      'A number of prompt tokens. Above it, the prices `tierCostPerMillionTokens` apply to all tokens of the call.',
  })
  tierThreshold?: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The prices apply to spans that start from then on.',
  })
  startTime?: string | null;
}

@InputType({ description: 'Replaces the model. Absent and null fields become empty.' })
export class UpdateModelMutationInput extends CreateModelMutationInput {
  @Field(() => ID)
  id: string;
}

@InputType()
export class DeleteModelMutationInput {
  @Field(() => ID)
  id: string;
}

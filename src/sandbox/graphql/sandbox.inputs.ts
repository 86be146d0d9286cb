import { Field, ID, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { Check } from '../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../kernel/validation/json-fields.js';
import { SandboxLanguage } from '../sandbox.enum.js';

const MAX_DESCRIPTION_LENGTH = 2_000;
/** Seconds. */
const MAX_TIMEOUT = 300;

const description = () => storableText().max(MAX_DESCRIPTION_LENGTH).nullish();
const timeout = () => z.number().min(1).max(MAX_TIMEOUT);

@InputType()
export class WasmSandboxConfigInput {
  @Field(() => SandboxLanguage)
  language: `${SandboxLanguage}`;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class SandboxConfigVariantInput {
  @Field(() => WasmSandboxConfigInput, { nullable: true })
  wasm?: WasmSandboxConfigInput;
}

@InputType()
export class CreateSandboxConfigInput {
  @Field(() => SandboxConfigVariantInput)
  config: SandboxConfigVariantInput;

  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true })
  @Check(description())
  description?: string | null;

  @Field(() => Int, {
    defaultValue: MAX_TIMEOUT,
    description: `Seconds that each run of code has, from 1 to ${MAX_TIMEOUT}.`,
  })
  @Check(timeout())
  timeout: number;

  @Field(() => Boolean, { defaultValue: true })
  enabled: boolean;
}

@InputType({ description: 'Absent fields stay unchanged.' })
export class UpdateSandboxConfigInput {
  @Field(() => ID)
  id: string;

  @Field(() => SandboxConfigVariantInput, {
    nullable: true,
    description: 'The language must stay.',
  })
  config?: SandboxConfigVariantInput | null;

  @Field(() => String, { nullable: true })
  @Check(trimmedName().nullish())
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'An empty text removes it.' })
  @Check(description())
  description?: string | null;

  @Field(() => Int, { nullable: true, description: `Seconds, from 1 to ${MAX_TIMEOUT}.` })
  @Check(timeout().nullish())
  timeout?: number | null;

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean | null;
}

@InputType()
export class DeleteSandboxConfigInput {
  @Field(() => ID)
  id: string;
}

@InputType({ description: 'Absent fields stay unchanged.' })
export class UpdateSandboxProviderInput {
  @Field(() => ID)
  id: string;

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'For remote providers. None is available, so this must be absent.',
  })
  deployment?: JsonValue;
}

import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { z } from 'zod';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { requireRowIds } from '../../../kernel/ids/global-id.js';
import { Check } from '../../../kernel/validation/check.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { INGESTION_ERROR_TYPE } from '../ingestion-errors.service.js';
import { type ErrorChoice, MAX_CHOSEN } from '../kept-spans.service.js';

@InputType()
export class DeleteIngestionErrorsInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => [ID], {
    nullable: true,
    description: `Only these errors. At most ${MAX_CHOSEN}.`,
  })
  @Check(z.array(storableText()).min(1).max(MAX_CHOSEN).nullish())
  ids?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Only errors with this reason.' })
  @Check(storableText().nullish())
  reason?: string | null;
}

@InputType()
export class ResendIngestionErrorsInput extends DeleteIngestionErrorsInput {
  @Field(() => String, {
    nullable: true,
    description: 'The `endCursor` of the call before. Begins with the oldest without it.',
  })
  after?: string | null;
}

@ObjectType()
export class ResendIngestionErrorsPayload {
  @Field(() => Int, { description: 'Spans that are stored now. Their errors are deleted.' })
  storedCount: number;

  @Field(() => Int, { description: 'Spans that were refused again. Their errors say why.' })
  refusedCount: number;

  @Field(() => String, {
    nullable: true,
    description: 'Where to go on; null if no more spans are left.',
  })
  endCursor: string | null;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteIngestionErrorsPayload {
  @Field(() => Int)
  deletedCount: number;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toErrorChoice({ ids, reason }: DeleteIngestionErrorsInput): ErrorChoice {
  return { ids: ids ? requireRowIds(ids, INGESTION_ERROR_TYPE) : null, reason: reason ?? null };
}

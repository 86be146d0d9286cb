import { IsOptional, ValidateIf } from 'class-validator';
import { BodyObject, StorableText } from '../../common/validation/body-params.js';
import { ValidationError } from '../../common/errors/errors.js';

/** At least one of them. */
export class PatchPromptDto {
  /** Null: there is none any more. */
  @IsOptional()
  @StorableText()
  description?: string | null;

  /** Replaces the whole object. */
  @ValidateIf((_, value) => value !== undefined)
  @BodyObject()
  metadata?: object;
}

/** @throws ValidationError when nothing is to be changed. */
export function assertSomeChange({ description, metadata }: PatchPromptDto): void {
  if (description !== undefined || metadata !== undefined) return;
  const msg = 'Value error, At least one of description and metadata is needed';
  throw new ValidationError([{ type: 'value_error', loc: ['body'], msg, ctx: { error: {} } }]);
}

import { IsOptional, Matches, ValidateIf } from 'class-validator';
import { BodyObject, MaxBytes, StorableText } from '../../common/validation/body-params.js';
import type { JsonObject } from '../../common/json/json.js';
import { MAX_NAME_BYTES } from '../experiment-name.js';

/** What is said of an experiment instead. At least one field is to be given. */
export class PatchExperimentDto {
  /** Absent: unchanged. */
  @ValidateIf((_, value) => value !== undefined)
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @Matches(/\S/, { message: 'String should not be blank' })
  name?: string;

  /** Absent: unchanged; null: none. */
  @IsOptional()
  @StorableText()
  description?: string | null;

  /** Replaces all of it. Absent: unchanged. */
  @ValidateIf((_, value) => value !== undefined)
  @BodyObject()
  metadata?: JsonObject;
}

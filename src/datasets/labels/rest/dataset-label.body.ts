import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString, Matches, MinLength, ValidateIf } from 'class-validator';
import { MaxBytes, StorableText } from '../../../common/validation/body-params.js';
import { MAX_NAME_BYTES } from '../../dataset-name.js';

const COLOR = /^#[0-9a-f]{6}$/;
const COLOR_FORM = { message: "String should match pattern '^#([0-9a-f]{6})$'" };
const NOT_EMPTY = { message: 'String should have at least 1 character' };

/** A label to be. */
export class CreateLabelDto {
  /** Unique. */
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, NOT_EMPTY)
  name: string;

  /** `#rrggbb`, in lower case. */
  @Matches(COLOR, COLOR_FORM)
  color: string;

  @IsOptional()
  @StorableText()
  description?: string | null;
}

/** The changed details of a label. At least one field is required. */
export class UpdateLabelDto {
  /** Absent or null: unchanged. */
  @IsOptional()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, NOT_EMPTY)
  name?: string | null;

  /** `#rrggbb`, in lower case. Absent or null: unchanged. */
  @IsOptional()
  @Matches(COLOR, COLOR_FORM)
  color?: string | null;

  /** Absent: unchanged; null: none. */
  @IsOptional()
  @StorableText()
  description?: string | null;
}

/** The labels of a dataset. */
export class ReplaceLabelsDto {
  /** Global ids; none takes every label away. */
  @ApiPropertyOptional({ type: [String], default: [] })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray({ message: 'Input should be a valid list' })
  @IsString({ each: true, message: 'Input should be a valid string' })
  dataset_label_ids?: string[];
}

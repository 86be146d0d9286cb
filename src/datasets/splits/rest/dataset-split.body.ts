import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString, MinLength, ValidateIf } from 'class-validator';
import {
  BodyObject,
  MaxBytes,
  StorableText,
  Trimmed,
} from '../../../common/validation/body-params.js';
import type { JsonObject } from '../../../common/json/json.js';
import { MAX_NAME_BYTES } from '../../dataset-name.js';

const MAX_COLOR_BYTES = 64;
const NOT_EMPTY = { message: 'String should have at least 1 character' };

/** A split to be. */
export class CreateSplitDto {
  /** Unique on the whole server; blanks at the ends are dropped. */
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, NOT_EMPTY)
  name: string;

  /** Empty: none. */
  @IsOptional()
  @StorableText()
  description?: string | null;

  /** `#33c5e8` unless given. */
  @IsOptional()
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_COLOR_BYTES)
  @MinLength(1, NOT_EMPTY)
  color?: string | null;

  @IsOptional()
  @BodyObject()
  metadata?: JsonObject;

  /** Global ids of examples of the dataset. */
  @ApiPropertyOptional({ type: [String], default: [] })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray({ message: 'Input should be a valid list' })
  @IsString({ each: true, message: 'Input should be a valid string' })
  example_ids?: string[];
}

/** The changed details and members of a split. Undefined fields stay unchanged. */
export class UpdateSplitDto {
  /** Unique on the whole server; blanks at the ends are dropped. */
  @ValidateIf((_, value) => value !== undefined)
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, NOT_EMPTY)
  name?: string;

  /** Null or empty: none. */
  @IsOptional()
  @StorableText()
  description?: string | null;

  @ValidateIf((_, value) => value !== undefined)
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_COLOR_BYTES)
  @MinLength(1, NOT_EMPTY)
  color?: string;

  /** Replaces all of it. Null: unchanged. */
  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;

  /** Global ids of examples of the dataset that come into the split. */
  @ApiPropertyOptional({ type: [String], default: [] })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray({ message: 'Input should be a valid list' })
  @IsString({ each: true, message: 'Input should be a valid string' })
  add_example_ids?: string[];

  /** Global ids of examples of the dataset that leave the split, also when they are to come. */
  @ApiPropertyOptional({ type: [String], default: [] })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray({ message: 'Input should be a valid list' })
  @IsString({ each: true, message: 'Input should be a valid string' })
  remove_example_ids?: string[];
}

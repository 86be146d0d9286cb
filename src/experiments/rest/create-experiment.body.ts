import { IsArray, IsOptional, IsString, Max } from 'class-validator';
import {
  BodyInt,
  BodyObject,
  MaxBytes,
  StorableText,
} from '../../common/validation/body-params.js';
import type { JsonObject } from '../../common/json/json.js';
import { MAX_NAME_BYTES } from '../experiment-name.js';

/** Far beyond what anybody repeats; each example of an incomplete experiment lists what it lacks. */
const MAX_REPETITIONS = 10_000;

/** An experiment to be. */
export class CreateExperimentDto {
  /** Absent or blank: made up from the name of the dataset. */
  @IsOptional()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  name?: string | null;

  @IsOptional()
  @StorableText()
  description?: string | null;

  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;

  /** Global id of the version of the dataset to run over; absent: the newest. */
  @IsOptional()
  @StorableText()
  version_id?: string | null;

  /** Names or global ids of the splits to run over; absent or empty: the whole dataset. */
  @IsOptional()
  @IsArray({ message: 'Input should be a valid list' })
  @IsString({ each: true, message: 'Input should be a valid string' })
  splits?: string[] | null;

  /** How often each example is run: 1 unless given. */
  @IsOptional()
  @BodyInt({ min: 1 })
  @Max(MAX_REPETITIONS, { message: `Input should be less than or equal to ${MAX_REPETITIONS}` })
  repetitions?: number;
}

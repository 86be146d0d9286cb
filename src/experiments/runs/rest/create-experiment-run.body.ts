import { IsOptional, IsString, ValidateBy } from 'class-validator';
import {
  BodyInt,
  BodyTime,
  MaxBytes,
  StorableText,
} from '../../../common/validation/body-params.js';
import type { JsonValue } from '../../../common/json/json.js';
import { Verbatim } from '../../../common/validation/verbatim.js';

/** Room for every id that senders use; an index holds it. */
const MAX_TRACE_ID_BYTES = 512;

/** What the task made of one example. */
export class CreateRunDto {
  /** Global id of the example. */
  @IsString({ message: 'Input should be a valid string' })
  dataset_example_id: string;

  /** What the task answered: any JSON, null as well. */
  @Verbatim()
  @ValidateBy({
    name: 'missing',
    validator: { validate: (value) => value !== undefined, defaultMessage: () => 'Field required' },
  })
  output: JsonValue;

  /** From 1 on. */
  @BodyInt({ min: 1 })
  repetition_number: number;

  /** Without an offset: UTC. */
  @BodyTime()
  start_time: string;

  /** Without an offset: UTC. */
  @BodyTime()
  end_time: string;

  /** Id of the trace of the task; its spans may arrive later. */
  @IsOptional()
  @StorableText()
  @MaxBytes(MAX_TRACE_ID_BYTES)
  trace_id?: string | null;

  /** Why the task failed. A failed run can be replaced, any other cannot. */
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  error?: string | null;
}

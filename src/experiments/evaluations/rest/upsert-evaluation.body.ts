import { Transform, Type } from 'class-transformer';
import { IsEnum, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import {
  BodyFloat,
  BodyObject,
  BodyTime,
  MaxBytes,
  StorableText,
} from '../../../common/validation/body-params.js';
import { isRawNumber, type JsonObject, numberValue } from '../../../common/json/json.js';
import { ExperimentAnnotatorKind } from '../experiment-annotator-kind.enum.js';

/** An index holds names and trace ids. */
const MAX_NAME_BYTES = 1024;

/** What the evaluator found. Unknown fields are passed over. */
export class EvaluationResultDto {
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  label?: string | null;

  @IsOptional()
  @BodyFloat()
  score?: number | null;

  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  explanation?: string | null;
}

/** What an evaluator says of a run. */
export class UpsertEvaluationDto {
  /** Global id. */
  @IsString({ message: 'Input should be a valid string' })
  experiment_run_id: string;

  /** Of the evaluation: another one of the same name is replaced. */
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  name: string;

  @IsEnum(ExperimentAnnotatorKind, { message: "Input should be 'LLM', 'CODE' or 'HUMAN'" })
  annotator_kind: ExperimentAnnotatorKind;

  @BodyTime()
  start_time: string;

  @BodyTime()
  end_time: string;

  /** Needed unless there is an `error`; an empty object will do. */
  @IsOptional()
  @IsObject({ message: 'Input should be a valid dictionary' })
  @ValidateNested()
  @Type(() => EvaluationResultDto)
  @Transform(({ value, obj, key }) => (isRawNumber(obj[key]) ? numberValue(obj[key]) : value))
  result?: EvaluationResultDto | null;

  /** Why the evaluator failed. */
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  error?: string | null;

  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;

  /** Id of the trace of the evaluator; its spans may arrive later. */
  @IsOptional()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  trace_id?: string | null;
}

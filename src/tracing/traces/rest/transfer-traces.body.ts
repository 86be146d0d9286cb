import { ArrayNotEmpty, IsArray, IsString } from 'class-validator';

/** Which traces to move, and where to. */
export class TransferTracesDto {
  /** Global ids and the senders' trace ids, in any mixture. */
  @IsArray({ message: 'Input should be a valid list' })
  @ArrayNotEmpty({ message: 'List should have at least 1 item' })
  @IsString({ each: true, message: 'Input should be a valid string' })
  trace_identifiers: string[];

  /** Global id or name of the project. */
  @IsString({ message: 'Input should be a valid string' })
  destination_project_identifier: string;
}

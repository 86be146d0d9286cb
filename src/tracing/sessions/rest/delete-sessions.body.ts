import { IsArray, IsString } from 'class-validator';

/** Which sessions to delete. */
export class DeleteSessionsDto {
  /** All of them global ids, or all of them the ids that the application sent. */
  @IsArray({ message: 'Input should be a valid list' })
  @IsString({ each: true, message: 'Input should be a valid string' })
  session_identifiers: string[];
}

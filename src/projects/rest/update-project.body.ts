import { IsOptional } from 'class-validator';
import { StorableText } from '../../common/validation/body-params.js';

export class UpdateProjectDto {
  /** Absent or null: unchanged. */
  @IsOptional()
  @StorableText()
  description?: string | null;
}

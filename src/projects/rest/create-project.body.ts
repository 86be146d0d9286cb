import { IsOptional, MinLength } from 'class-validator';
import { MaxBytes, StorableText } from '../../common/validation/body-params.js';
import { MAX_NAME_BYTES } from '../project-name.js';

export class CreateProjectDto {
  /** Unique. Any characters except NUL; blanks at the ends are kept. */
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'String should have at least 1 character' })
  name: string;

  @IsOptional()
  @StorableText()
  description?: string | null;
}

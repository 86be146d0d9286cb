import { IsOptional } from 'class-validator';
import { BodyIdentifier, StorableText } from '../../../common/validation/body-params.js';

export class CreatePromptTagDto {
  /** Lower-case letters, digits, `-` and `_`; unique within the prompt. */
  @BodyIdentifier()
  name: string;

  /** Replaces that of a tag that is moved. */
  @IsOptional()
  @StorableText()
  description?: string | null;
}

import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsNotEmpty,
  IsObject,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { MaxBytes, StorableText, Trimmed } from '../../common/validation/body-params.js';
import { MAX_CHANGES, MAX_KEY_LENGTH, MAX_VALUE_BYTES, SECRET_KEY } from '../secret-key.js';

/** One secret to store or to delete. */
export class SecretChangeDto {
  /** Letters, digits and `_`, not starting with a digit; blanks at the ends are dropped. */
  @Trimmed()
  @StorableText()
  @Matches(SECRET_KEY, {
    message: 'Input should hold letters, digits and _ only, and not start with a digit',
  })
  @MaxLength(MAX_KEY_LENGTH, {
    message: `String should have at most ${MAX_KEY_LENGTH} characters`,
  })
  key: string;

  /** The secret, without the blanks at its ends; null deletes it. */
  @Trimmed()
  @ValidateIf((_, value) => value !== null)
  @StorableText()
  @IsNotEmpty({ message: 'Input should not be blank' })
  @MaxBytes(MAX_VALUE_BYTES)
  value: string | null;
}

export class ChangeSecretsDto {
  /** Done as one: all or none. Of several for the same key the last one counts. */
  @IsArray({ message: 'Input should be a valid list' })
  @ArrayMinSize(1, { message: 'List should have at least 1 item' })
  @ArrayMaxSize(MAX_CHANGES, { message: `List should have at most ${MAX_CHANGES} items` })
  @IsObject({ each: true, message: 'Input should be a list of objects' })
  @ValidateNested({ each: true })
  @Type(() => SecretChangeDto)
  secrets: SecretChangeDto[];
}

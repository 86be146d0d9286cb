import { IsOptional } from 'class-validator';
import { BodyIdentifier, StorableText } from '../../../common/validation/body-params.js';

/** A tag that is to point to an experiment. */
export class SetTagDto {
  /** Unique in the dataset: a tag of another experiment moves. */
  @BodyIdentifier()
  name: string;

  /** Absent or null: none. */
  @IsOptional()
  @StorableText()
  description?: string | null;
}

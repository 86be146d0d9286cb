import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { BodyTime, StorableText, Trimmed } from '../../common/validation/body-params.js';
import { MAX_DESCRIPTION, MAX_NAME } from '../api-key-bounds.js';

const SCOPES = ['full', 'read', 'ingest'] as const;

/** What may be chosen when a key is made. */
export class ApiKeyDetailsDto {
  /** What people call the key; blanks at the ends are dropped. */
  @Trimmed()
  @StorableText()
  @MinLength(1, { message: 'String should have at least 1 character' })
  @MaxLength(MAX_NAME, { message: `String should have at most ${MAX_NAME} characters` })
  name: string;

  @IsOptional()
  @StorableText()
  @MaxLength(MAX_DESCRIPTION, {
    message: `String should have at most ${MAX_DESCRIPTION} characters`,
  })
  description?: string | null;

  /** In the future; without an offset taken as UTC. Absent or null: the key never expires. */
  @IsOptional()
  @BodyTime()
  expires_at?: string | null;

  /** What the key may do at most: all that its owner may, only read, or only send spans. */
  @IsOptional()
  @IsIn(SCOPES, { message: `Input should be one of ${SCOPES.join(', ')}` })
  scope?: 'full' | 'read' | 'ingest' | null;

  /** Global ID or name of the only project that the key may access; null or omitted: all. */
  @IsOptional()
  @StorableText()
  @MinLength(1, { message: 'String should have at least 1 character' })
  project_id?: string | null;
}

export class CreateApiKeyDto {
  @IsObject({ message: 'Input should be a valid object' })
  @ValidateNested()
  @Type(() => ApiKeyDetailsDto)
  data: ApiKeyDetailsDto;
}

import { Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional, Matches, MinLength } from 'class-validator';
import { Transform } from 'class-transformer';
import { MaxBytes, StorableText } from '../../common/validation/body-params.js';
import { MAX_NAME_BYTES } from '../project-name.js';

const COLOR = /^#[0-9a-f]{6}$/i;
const COLOR_FORM = { message: 'Input should be a colour such as #5bdbff' };

/** What may be chosen when a project is made, and changed later. */
@InputType({ isAbstract: true })
abstract class ProjectDetailsInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @IsOptional()
  @Matches(COLOR, COLOR_FORM)
  gradientStartColor?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @IsOptional()
  @Matches(COLOR, COLOR_FORM)
  gradientEndColor?: string | null;
}

@InputType()
export class CreateProjectInput extends ProjectDetailsInput {
  @Field(() => String, { description: 'Unique; blanks at the ends are dropped.' })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name: string;
}

@InputType({ description: 'An absent or null member is left as it is.' })
export class PatchProjectInput extends ProjectDetailsInput {
  @Field(() => ID)
  id: string;
}

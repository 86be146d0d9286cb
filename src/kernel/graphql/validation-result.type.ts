import { Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'What to write instead of a part of a condition.' })
export class FilterSuggestion {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'The part, as written.' })
  replaces: string;
}

@ObjectType({ description: 'Whether a filter condition is valid.' })
export class ValidationResult {
  @Field(() => Boolean)
  isValid: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The error in one line; null if the condition is valid.',
  })
  errorMessage: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The position of the character that is in question, starting at 1, in characters and not UTF-16 units; null if none is.',
  })
  position?: number | null;

  @Field(() => FilterSuggestion, {
    nullable: true,
    description: 'What to write at the position, or instead of what the first warning is about.',
  })
  suggestion?: FilterSuggestion | null;

  @Field(() => [String], {
    description:
      'Likely mistakes in a valid condition, such as an annotation name that is not in use.',
  })
  warnings: string[];
}

import { Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'A replacement for a part of a condition.' })
export class FilterSuggestion {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'The part of the condition to replace, as written.' })
  replaces: string;
}

@ObjectType({
  description:
    'The result of checking a condition, with the position of a mistake and a suggestion.',
})
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
      'The position of the mistake, counted from 1 in characters, not UTF-16 units; null if it has none.',
  })
  position?: number | null;

  @Field(() => FilterSuggestion, {
    nullable: true,
    description:
      'The text to write at the position, or instead of the part that the first warning is about.',
  })
  suggestion?: FilterSuggestion | null;

  @Field(() => [String], {
    description:
      'Likely mistakes in a valid condition, such as an annotation name that is not in use.',
  })
  warnings: string[];
}

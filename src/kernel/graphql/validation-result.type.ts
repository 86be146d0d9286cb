import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Whether a filter condition is valid.' })
export class ValidationResult {
  @Field(() => Boolean)
  isValid: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The error in one line; null if the condition is valid.',
  })
  errorMessage: string | null;

  @Field(() => [String], {
    description:
      'Likely mistakes in a valid condition, such as an annotation name that is not in use.',
  })
  warnings: string[];
}

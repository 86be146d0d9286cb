import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Whether a condition of a filter can be read.' })
export class ValidationResult {
  @Field(() => Boolean)
  isValid: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'What is wrong, in one line; null when nothing is.',
  })
  errorMessage: string | null;
}

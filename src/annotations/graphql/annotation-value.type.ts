import { Field, Float, ObjectType } from '@nestjs/graphql';

/** The fields that all judgments of a target have. */
@ObjectType({ isAbstract: true })
export abstract class AnnotationValue {
  @Field(() => String, { nullable: true })
  label: string | null;

  @Field(() => Float, { nullable: true })
  score: number | null;

  @Field(() => String, { nullable: true })
  explanation: string | null;
}

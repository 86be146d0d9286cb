import { Field, Float, ObjectType } from '@nestjs/graphql';

/** What somebody said about a target: the fields of every kind of judgment. */
@ObjectType({ isAbstract: true })
export abstract class Judgment {
  @Field(() => String, { nullable: true })
  label: string | null;

  @Field(() => Float, { nullable: true })
  score: number | null;

  @Field(() => String, { nullable: true })
  explanation: string | null;
}

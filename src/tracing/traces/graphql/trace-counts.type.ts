import { Field, Int, ObjectType } from '@nestjs/graphql';
import { SpanKind } from '../../spans/span-kind.enum.js';

@ObjectType({ description: 'How many spans of a trace are of one kind.' })
export class SpanKindCount {
  @Field(() => SpanKind)
  spanKind: SpanKind;

  @Field(() => Int)
  count: number;
}

@ObjectType({ description: 'How many spans of a trace failed by one type of exception.' })
export class ErrorTypeCount {
  @Field(() => String, {
    nullable: true,
    description: 'Null counts the failed spans that recorded no exception.',
  })
  exceptionType: string | null;

  @Field(() => Int)
  count: number;
}

import { Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Span } from '../../spans/graphql/span.type.js';
import { Trace } from '../../traces/graphql/trace.type.js';
import { SpanDifference } from '../span-difference.js';

registerEnumType(SpanDifference, {
  name: 'SpanDifference',
  description: 'The kinds of differences of two spans, besides their times, tokens and costs.',
  valuesMap: {
    STATUS: { description: 'The status code or its message.' },
    INPUT: { description: 'The messages to a model, or otherwise `input.value`.' },
    OUTPUT: { description: 'The messages of a model, or otherwise `output.value`.' },
    MODEL: { description: 'The name of the model or its provider.' },
    TOOLS: { description: 'The tools that a model was offered.' },
    PARAMETERS: { description: 'The parameters of the call of a model, such as its temperature.' },
  },
});

@ObjectType({ description: 'Two spans at the same place of two traces.' })
export class ComparedSpans {
  @Field(() => Span, { nullable: true, description: 'Null if only the other trace has it.' })
  base: Span | null;

  @Field(() => Span, { nullable: true, description: 'Null if the other trace does not have it.' })
  other: Span | null;

  @Field(() => Int, { description: 'Number of pairs above it.' })
  depth: number;

  @Field(() => [SpanDifference], { description: 'Empty if one of the two is missing.' })
  differences: SpanDifference[];
}

@ObjectType({ description: 'Two traces, span by span.' })
export class TraceComparison {
  @Field(() => Trace)
  base: Trace;

  @Field(() => Trace)
  other: Trace;

  @Field(() => [ComparedSpans], {
    description: 'In the order of a tree, so that each pair comes before those below it.',
  })
  pairs: ComparedSpans[];

  @Field(() => Boolean, {
    description: 'False if a trace has more than 1,000 spans. Then, only the first are compared.',
  })
  isComplete: boolean;
}

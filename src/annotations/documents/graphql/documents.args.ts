import { ArgsType, Field, ID, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../../kernel/validation/check.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';

@ArgsType()
export class RankArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'How many documents count, from the first. All if absent.',
  })
  @Check(z.int().min(1).nullish())
  k?: number | null;
}

@ArgsType()
export class RetrievalMetricsArgs {
  @Field(() => String, { nullable: true, description: 'All evaluations if absent.' })
  evaluationName?: string | null;
}

@ArgsType()
export class EvaluationNamesArgs {
  @Field(() => ID, { nullable: true, description: 'Only evaluations of documents of this span.' })
  spanId?: string | null;
}

@ArgsType()
export class DocumentSummariesArgs {
  @Field(() => TimeRangeInput, { nullable: true })
  timeRange?: TimeRangeInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the spans, in the filter language.',
  })
  filterCondition?: string | null;
}

@ArgsType()
export class DocumentSummaryArgs extends DocumentSummariesArgs {
  @Field(() => String)
  evaluationName: string;
}

import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { toSpan } from '../../spans/graphql/span.type.js';
import { toTrace } from '../../traces/graphql/trace.type.js';
import { TraceComparisonService } from '../trace-comparison.service.js';
import { TraceComparison } from './trace-comparison.type.js';

const DESCRIPTION = "A global ID, or the sender's trace ID.";

/** Compares traces. */
@Resolver()
export class TraceComparisonResolver {
  constructor(private readonly comparisons: TraceComparisonService) {}

  @Query(() => TraceComparison, {
    description:
      'Compares two traces, which may belong to different projects. Pairs their spans by place and name.',
  })
  @Access('VIEWER')
  async compareTraces(
    @Args('baseTraceId', { type: () => ID, description: DESCRIPTION }) baseTraceId: string,
    @Args('otherTraceId', { type: () => ID, description: DESCRIPTION }) otherTraceId: string,
  ): Promise<TraceComparison> {
    const { base, other, pairs, isComplete } = await this.comparisons.compare([
      baseTraceId,
      otherTraceId,
    ]);
    return {
      base: toTrace(base),
      other: toTrace(other),
      pairs: pairs.map((pair) => ({
        base: pair.base && toSpan(pair.base),
        other: pair.other && toSpan(pair.other),
        depth: pair.depth,
        differences: pair.differences,
      })),
      isComplete,
    };
  }
}

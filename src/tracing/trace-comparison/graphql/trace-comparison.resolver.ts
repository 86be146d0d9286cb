import { Args, ID, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { toSpan } from '../../spans/graphql/span.type.js';
import { toTrace, Trace } from '../../traces/graphql/trace.type.js';
import { TraceComparisonService } from '../trace-comparison.service.js';
import { TraceComparison } from './trace-comparison.type.js';

/** Compares traces. */
@Resolver(() => Trace)
export class TraceComparisonResolver {
  constructor(private readonly comparisons: TraceComparisonService) {}

  @ResolveField(() => TraceComparison, {
    description:
      'Compares this trace with another one, which may be in another project. Spans are paired by their place and name.',
  })
  async comparison(
    @Parent() trace: Trace,
    @Args('otherTraceId', { type: () => ID, description: "A global ID, or the sender's trace ID." })
    otherTraceId: string,
  ): Promise<TraceComparison> {
    const { other, pairs, isComplete } = await this.comparisons.compare(
      trace.traceId,
      otherTraceId,
    );
    return {
      other: toTrace(other),
      pairs: pairs.map(({ base, other: span, depth, differences }) => ({
        base: base && toSpan(base),
        other: span && toSpan(span),
        depth,
        differences,
      })),
      isComplete,
    };
  }
}

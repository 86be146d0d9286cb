import { ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { Trace } from '../../tracing/traces/graphql/trace.type.js';
import { SamplingOutcome } from '../sampling.enum.js';
import { SamplingLoaders } from './sampling.loader.js';

/** The reasons why traces are kept. */
@Resolver(() => Trace)
export class KeptTracesResolver {
  constructor(private readonly loaded: SamplingLoaders) {}

  @ResolveField(() => SamplingOutcome, {
    nullable: true,
    description:
      'Why sampling kept it. Null if it has not decided, or if the project was not sampled.',
  })
  keptBecause(
    { traceId }: Trace,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<`${SamplingOutcome}` | null> {
    return loaders.of(this.loaded.reasons).load(traceId);
  }
}

import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Trace } from '../../../tracing/traces/graphql/trace.type.js';
import { ExperimentRun } from '../../runs/graphql/experiment-run.type.js';
import {
  ExperimentRunAnnotation,
  toExperimentRunAnnotation,
} from './experiment-run-annotation.type.js';
import { ExperimentRunAnnotationsLoaders } from './experiment-run-annotations.loader.js';

/** Adds evaluations to the fields of a run. */
@Resolver(() => ExperimentRun)
export class AnnotationsOfRunResolver {
  constructor(private readonly annotationLoaders: ExperimentRunAnnotationsLoaders) {}

  @ResolveField(() => [ExperimentRunAnnotation], { description: 'Sorted by name.' })
  async annotations(
    @Parent() { rowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRunAnnotation[]> {
    const evaluations = await loaders.of(this.annotationLoaders.ofRuns).load(rowId);
    return evaluations.map(toExperimentRunAnnotation);
  }
}

/** The fields of an evaluation that are not in its row. */
@Resolver(() => ExperimentRunAnnotation)
export class ExperimentRunAnnotationsResolver {
  constructor(private readonly annotationLoaders: ExperimentRunAnnotationsLoaders) {}

  @ResolveField(() => Trace, {
    nullable: true,
    description: "The evaluator's trace; null until its spans arrive.",
  })
  async trace(
    @Parent() { traceId }: ExperimentRunAnnotation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return traceId === null ? null : loaders.of(this.annotationLoaders.traces).load(traceId);
  }
}

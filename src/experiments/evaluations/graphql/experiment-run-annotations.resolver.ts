import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { OffsetPageArgs, pageOfList } from '../../../kernel/pagination/offset-page.js';
import { Trace } from '../../../tracing/traces/graphql/trace.type.js';
import { ExperimentRun } from '../../runs/graphql/experiment-run.type.js';
import {
  ExperimentRunAnnotation,
  ExperimentRunAnnotationConnection,
  toExperimentRunAnnotation,
} from './experiment-run-annotation.type.js';
import { ExperimentRunAnnotationsLoaders } from './experiment-run-annotations.loader.js';

/** Adds evaluations to the fields of a run. */
@Resolver(() => ExperimentRun)
export class AnnotationsOfRunResolver {
  constructor(private readonly annotationLoaders: ExperimentRunAnnotationsLoaders) {}

  @ResolveField(() => ExperimentRunAnnotationConnection, { description: 'Sorted by name.' })
  async annotations(
    @Parent() { rowId }: ExperimentRun,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ExperimentRunAnnotation>> {
    const evaluations = await loaders.of(this.annotationLoaders.ofRuns).load(rowId);
    return pageOfList(page, evaluations, toExperimentRunAnnotation);
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

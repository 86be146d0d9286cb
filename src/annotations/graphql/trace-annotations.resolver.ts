import { Args, Context, Info, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { Trace } from '../../tracing/traces/graphql/trace.type.js';
import { sortAnnotations, toAnnotationTest } from '../annotation-filter.js';
import { TRACE_ANNOTATIONS } from '../annotation-target.js';
import { AnnotationWritingService } from '../annotation-writing.service.js';
import { AnnotationsService } from '../annotations.service.js';
import {
  TraceAnnotation,
  TraceAnnotationMutationPayload,
  toTraceAnnotation,
} from './annotation.type.js';
import { TraceAnnotationsArgs } from './annotations.args.js';
import {
  CreateTraceAnnotationsArgs,
  CreateTraceNotesArgs,
  DeleteAnnotationsInput,
  PatchAnnotationsArgs,
  toPatch,
} from './annotations.inputs.js';
import { AnnotationsLoaders } from './annotations.loader.js';

/** Adds annotations and notes to the fields of a trace. */
@Resolver(() => Trace)
export class AnnotationsOfTraceResolver {
  constructor(private readonly loaded: AnnotationsLoaders) {}

  @ResolveField(() => [TraceAnnotation], {
    description: 'Annotations of the trace, and notes about it.',
  })
  async traceAnnotations(
    @Parent() { traceId }: Trace,
    @Args() { sort, filter }: TraceAnnotationsArgs,
    @Context() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TraceAnnotation[]> {
    const isShown = toAnnotationTest(filter);
    const rows = await loaders.of(this.loaded.choose('ofTraces', info)).load([traceId]);
    return sortAnnotations(rows.filter(isShown), sort).map(toTraceAnnotation);
  }
}

/** Annotations of traces: what belongs to one, and their mutations. */
@Resolver(() => TraceAnnotation)
export class TraceAnnotationsResolver {
  constructor(
    private readonly annotations: AnnotationsService,
    private readonly writing: AnnotationWritingService,
    private readonly loaded: AnnotationsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(TRACE_ANNOTATIONS.type, async (id) => {
      const [row] = await annotations.findByRowIds(TRACE_ANNOTATIONS, [id]);
      return row ? toTraceAnnotation(row) : null;
    });
  }

  @ResolveField(() => Trace, { nullable: true, description: 'Null if it has since been deleted.' })
  trace(
    @Parent() { traceKey }: TraceAnnotation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return loaders.of(this.loaded.traces).load(traceKey ?? '');
  }

  @Mutation(() => TraceAnnotationMutationPayload, {
    description: 'Stores annotations. Replaces those with the same trace, name and identifier.',
  })
  @Access('MEMBER', 'by project role')
  async createTraceAnnotations(
    @Args() { input }: CreateTraceAnnotationsArgs,
    @Caller() caller: Identity,
  ): Promise<TraceAnnotationMutationPayload> {
    const items = input.map(({ traceId, ...judgment }) => ({ ...judgment, targetId: traceId }));
    return this.toPayload(await this.writing.upsertTargeted(TRACE_ANNOTATIONS, items, caller));
  }

  @Mutation(() => TraceAnnotationMutationPayload, { description: 'Adds notes to traces.' })
  @Access('MEMBER', 'by project role')
  async createTraceNotes(
    @Args() { input }: CreateTraceNotesArgs,
    @Caller() caller: Identity,
  ): Promise<TraceAnnotationMutationPayload> {
    const notes = input.map(({ traceId, ...note }) => ({ ...note, targetId: traceId }));
    return this.toPayload(await this.writing.addTargetedNotes(TRACE_ANNOTATIONS, notes, caller));
  }

  @Mutation(() => TraceAnnotationMutationPayload, {
    description: 'Changes annotations. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role')
  async patchTraceAnnotations(
    @Args() { input }: PatchAnnotationsArgs,
    @Caller() caller: Identity,
  ): Promise<TraceAnnotationMutationPayload> {
    const rows = await this.annotations.patch(TRACE_ANNOTATIONS, input.map(toPatch), caller);
    return { traceAnnotations: rows.map(toTraceAnnotation), query: {} };
  }

  @Mutation(() => TraceAnnotationMutationPayload, {
    description: 'Deletes annotations. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteTraceAnnotations(
    @Args('input') { annotationIds }: DeleteAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<TraceAnnotationMutationPayload> {
    const rows = await this.annotations.delete(TRACE_ANNOTATIONS, annotationIds, caller);
    return { traceAnnotations: rows.map(toTraceAnnotation), query: {} };
  }

  @Mutation(() => TraceAnnotationMutationPayload, {
    description: 'Deletes notes. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteTraceNotes(
    @Args('input') { annotationIds }: DeleteAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<TraceAnnotationMutationPayload> {
    const rows = await this.annotations.deleteNotes(TRACE_ANNOTATIONS, annotationIds, caller);
    return { traceAnnotations: rows.map(toTraceAnnotation), query: {} };
  }

  private async toPayload(ids: readonly number[]): Promise<TraceAnnotationMutationPayload> {
    const rows = await this.annotations.listByRowIds(TRACE_ANNOTATIONS, ids);
    return { traceAnnotations: rows.map(toTraceAnnotation), query: {} };
  }
}

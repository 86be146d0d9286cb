import { Args, Context, Info, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { Span } from '../../tracing/spans/graphql/span.type.js';
import { AnnotationSource } from '../annotation.enum.js';
import { AnnotatorKind } from '../annotator-kind.contract.js';
import { sortAnnotations, toAnnotationTest } from '../annotation-filter.js';
import { NOTE, SPAN_ANNOTATIONS } from '../annotation-target.js';
import { AnnotationWritingService } from '../annotation-writing.service.js';
import { AnnotationsService } from '../annotations.service.js';
import {
  SpanAnnotation,
  SpanAnnotationMutationPayload,
  toSpanAnnotation,
} from './annotation.type.js';
import { SpanAnnotationsArgs } from './annotations.args.js';
import {
  CreateSpanAnnotationsArgs,
  CreateSpanNoteInput,
  CreateSpanNotesArgs,
  DeleteAnnotationsInput,
  PatchAnnotationsArgs,
  toPatch,
} from './annotations.inputs.js';
import { AnnotationsLoaders } from './annotations.loader.js';

/** Adds annotations and notes to the fields of a span. */
@Resolver(() => Span)
export class AnnotationsOfSpanResolver {
  constructor(private readonly loaded: AnnotationsLoaders) {}

  @ResolveField(() => [SpanAnnotation], {
    description: 'Annotations of the span, and notes about it.',
  })
  async spanAnnotations(
    @Parent() { context: { traceId, spanId } }: Span,
    @Args() { sort, filter }: SpanAnnotationsArgs,
    @Context() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<SpanAnnotation[]> {
    const isShown = toAnnotationTest(filter);
    const rows = await loaders.of(this.loaded.choose('ofSpans', info)).load([traceId, spanId]);
    return sortAnnotations(rows.filter(isShown), sort).map(toSpanAnnotation);
  }

  @ResolveField(() => [SpanAnnotation], { description: 'Notes about the span, oldest first.' })
  async spanNotes(
    { context: { traceId, spanId } }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
    info: GraphQLResolveInfo,
  ): Promise<SpanAnnotation[]> {
    const rows = await loaders.of(this.loaded.choose('ofSpans', info)).load([traceId, spanId]);
    return rows.filter(({ name }) => name === NOTE).map(toSpanAnnotation);
  }
}

/** Annotations of spans: what belongs to one, and their mutations. */
@Resolver(() => SpanAnnotation)
export class SpanAnnotationsResolver {
  constructor(
    private readonly annotations: AnnotationsService,
    private readonly writing: AnnotationWritingService,
    private readonly loaded: AnnotationsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(SPAN_ANNOTATIONS.type, async (id) => {
      const [row] = await annotations.findByRowIds(SPAN_ANNOTATIONS, [id]);
      return row ? toSpanAnnotation(row) : null;
    });
  }

  @ResolveField(() => Span, { nullable: true, description: 'Null if it has since been deleted.' })
  span(
    @Parent() { traceKey, spanKey }: SpanAnnotation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    return loaders.of(this.loaded.spans).load([traceKey ?? '', spanKey ?? '']);
  }

  @Mutation(() => SpanAnnotationMutationPayload, {
    description: 'Stores annotations. Replaces those with the same span, name and identifier.',
  })
  @Access('MEMBER', 'by project role')
  async createSpanAnnotations(
    @Args() { input }: CreateSpanAnnotationsArgs,
    @Caller() caller: Identity,
  ): Promise<SpanAnnotationMutationPayload> {
    const items = input.map(({ spanId, ...judgment }) => ({ ...judgment, targetId: spanId }));
    return this.toPayload(await this.writing.upsertTargeted(SPAN_ANNOTATIONS, items, caller));
  }

  @Mutation(() => SpanAnnotationMutationPayload, { description: 'Adds a note to a span.' })
  @Access('MEMBER', 'by project role')
  async createSpanNote(
    @Args('input') { spanId, note }: CreateSpanNoteInput,
    @Caller() caller: Identity,
  ): Promise<SpanAnnotationMutationPayload> {
    const added = {
      targetId: spanId,
      note,
      annotatorKind: AnnotatorKind.HUMAN,
      source: AnnotationSource.APP,
    };
    return this.toPayload(await this.writing.addTargetedNotes(SPAN_ANNOTATIONS, [added], caller));
  }

  @Mutation(() => SpanAnnotationMutationPayload, { description: 'Adds notes to spans.' })
  @Access('MEMBER', 'by project role')
  async createSpanNotes(
    @Args() { input }: CreateSpanNotesArgs,
    @Caller() caller: Identity,
  ): Promise<SpanAnnotationMutationPayload> {
    const notes = input.map(({ spanId, ...note }) => ({ ...note, targetId: spanId }));
    return this.toPayload(await this.writing.addTargetedNotes(SPAN_ANNOTATIONS, notes, caller));
  }

  @Mutation(() => SpanAnnotationMutationPayload, {
    description: 'Changes annotations. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role')
  async patchSpanAnnotations(
    @Args() { input }: PatchAnnotationsArgs,
    @Caller() caller: Identity,
  ): Promise<SpanAnnotationMutationPayload> {
    const rows = await this.annotations.patch(SPAN_ANNOTATIONS, input.map(toPatch), caller);
    return { spanAnnotations: rows.map(toSpanAnnotation), query: {} };
  }

  @Mutation(() => SpanAnnotationMutationPayload, {
    description: 'Deletes annotations. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteSpanAnnotations(
    @Args('input') { annotationIds }: DeleteAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<SpanAnnotationMutationPayload> {
    const rows = await this.annotations.delete(SPAN_ANNOTATIONS, annotationIds, caller);
    return { spanAnnotations: rows.map(toSpanAnnotation), query: {} };
  }

  @Mutation(() => SpanAnnotationMutationPayload, {
    description: 'Deletes notes. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteSpanNotes(
    @Args('input') { annotationIds }: DeleteAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<SpanAnnotationMutationPayload> {
    const rows = await this.annotations.deleteNotes(SPAN_ANNOTATIONS, annotationIds, caller);
    return { spanAnnotations: rows.map(toSpanAnnotation), query: {} };
  }

  private async toPayload(ids: readonly number[]): Promise<SpanAnnotationMutationPayload> {
    const rows = await this.annotations.listByRowIds(SPAN_ANNOTATIONS, ids);
    return { spanAnnotations: rows.map(toSpanAnnotation), query: {} };
  }
}

import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { Span } from '../../tracing/spans/graphql/span.type.js';
import { DOCUMENT_ANNOTATIONS } from '../annotation-target.js';
import { AnnotationWritingService } from '../annotation-writing.service.js';
import { AnnotationsService } from '../annotations.service.js';
import {
  DocumentAnnotation,
  DocumentAnnotationMutationPayload,
  toDocumentAnnotation,
} from './annotation.type.js';
import {
  CreateDocumentAnnotationsArgs,
  DeleteAnnotationsInput,
  PatchAnnotationsArgs,
  toPatch,
} from './annotations.inputs.js';
import { AnnotationsLoaders } from './annotations.loader.js';

/** Adds annotations of its documents to the fields of a span. */
@Resolver(() => Span)
export class AnnotationsOfDocumentsResolver {
  constructor(private readonly loaded: AnnotationsLoaders) {}

  @ResolveField(() => [DocumentAnnotation], {
    description: "Annotations of the span's documents, oldest first.",
  })
  async documentEvaluations(
    { context: { traceId, spanId } }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
    info: GraphQLResolveInfo,
  ): Promise<DocumentAnnotation[]> {
    const rows = await loaders.of(this.loaded.choose('ofDocuments', info)).load([traceId, spanId]);
    return rows.map(toDocumentAnnotation);
  }
}

/** Annotations of documents: what belongs to one, and their mutations. */
@Resolver(() => DocumentAnnotation)
export class DocumentAnnotationsResolver {
  constructor(
    private readonly annotations: AnnotationsService,
    private readonly writing: AnnotationWritingService,
    private readonly loaded: AnnotationsLoaders,
  ) {}

  @ResolveField(() => Span, { nullable: true, description: 'Null if it has since been deleted.' })
  span(
    @Parent() { traceKey, spanKey }: DocumentAnnotation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    return loaders.of(this.loaded.spans).load([traceKey ?? '', spanKey ?? '']);
  }

  @Mutation(() => DocumentAnnotationMutationPayload, {
    description: 'Stores annotations. Replaces those with the same document, name and identifier.',
  })
  @Access('MEMBER', 'by project role')
  async createDocumentAnnotations(
    @Args() { input }: CreateDocumentAnnotationsArgs,
    @Caller() caller: Identity,
  ): Promise<DocumentAnnotationMutationPayload> {
    const items = input.map(({ spanId, ...judgment }) => ({ ...judgment, targetId: spanId }));
    return this.toPayload(await this.writing.upsertTargeted(DOCUMENT_ANNOTATIONS, items, caller));
  }

  @Mutation(() => DocumentAnnotationMutationPayload, {
    description: 'Changes annotations. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role')
  async patchDocumentAnnotations(
    @Args() { input }: PatchAnnotationsArgs,
    @Caller() caller: Identity,
  ): Promise<DocumentAnnotationMutationPayload> {
    const rows = await this.annotations.patch(DOCUMENT_ANNOTATIONS, input.map(toPatch), caller);
    return { documentAnnotations: rows.map(toDocumentAnnotation), query: {} };
  }

  @Mutation(() => DocumentAnnotationMutationPayload, {
    description: 'Deletes annotations. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteDocumentAnnotations(
    @Args('input') { annotationIds }: DeleteAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<DocumentAnnotationMutationPayload> {
    const rows = await this.annotations.delete(DOCUMENT_ANNOTATIONS, annotationIds, caller);
    return { documentAnnotations: rows.map(toDocumentAnnotation), query: {} };
  }

  private async toPayload(ids: readonly number[]): Promise<DocumentAnnotationMutationPayload> {
    const rows = await this.annotations.listByRowIds(DOCUMENT_ANNOTATIONS, ids);
    return { documentAnnotations: rows.map(toDocumentAnnotation), query: {} };
  }
}

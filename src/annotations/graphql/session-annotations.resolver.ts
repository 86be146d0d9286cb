import { Args, Context, ID, Info, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { ProjectSession } from '../../tracing/sessions/graphql/project-session.type.js';
import { toAnnotationTest } from '../annotation-filter.js';
import { SESSION_ANNOTATIONS } from '../annotation-target.js';
import { AnnotationWritingService } from '../annotation-writing.service.js';
import { AnnotationsService } from '../annotations.service.js';
import {
  ProjectSessionAnnotation,
  ProjectSessionAnnotationMutationPayload,
  ProjectSessionAnnotationsMutationPayload,
  toSessionAnnotation,
} from './annotation.type.js';
import { AnnotationFilterArgs } from './annotations.args.js';
import {
  CreateProjectSessionAnnotationInput,
  CreateProjectSessionNotesArgs,
  DeleteAnnotationsInput,
  UpdateAnnotationInput,
} from './annotations.inputs.js';
import { AnnotationsLoaders } from './annotations.loader.js';

/** Adds annotations and notes to the fields of a session. */
@Resolver(() => ProjectSession)
export class AnnotationsOfSessionResolver {
  constructor(private readonly loaded: AnnotationsLoaders) {}

  @ResolveField(() => [ProjectSessionAnnotation], {
    description: 'Annotations of the session, and notes about it.',
  })
  async sessionAnnotations(
    @Parent() { key: { projectId, sessionId } }: ProjectSession,
    @Args() { filter }: AnnotationFilterArgs,
    @Context() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ProjectSessionAnnotation[]> {
    const isShown = toAnnotationTest(filter);
    const loader = loaders.of(this.loaded.choose('ofSessions', info));
    const rows = await loader.load([projectId, sessionId]);
    return rows.filter(isShown).map(toSessionAnnotation);
  }
}

/** Annotations of sessions: what belongs to one, and their mutations. */
@Resolver(() => ProjectSessionAnnotation)
export class SessionAnnotationsResolver {
  constructor(
    private readonly annotations: AnnotationsService,
    private readonly writing: AnnotationWritingService,
    private readonly loaded: AnnotationsLoaders,
  ) {}

  @ResolveField(() => ProjectSession, {
    nullable: true,
    description: 'Null if it has since been deleted.',
  })
  async projectSession(
    @Parent() { sessionKey }: ProjectSessionAnnotation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ProjectSession | null> {
    return sessionKey && loaders.of(this.loaded.sessions).load(sessionKey);
  }

  @Mutation(() => ProjectSessionAnnotationMutationPayload, {
    description:
      'Adds an annotation. Refused if the session has one with the same name and identifier.',
  })
  @Access('MEMBER', 'by project role')
  async createProjectSessionAnnotations(
    @Args('input') { projectSessionId, ...judgment }: CreateProjectSessionAnnotationInput,
    @Caller() caller: Identity,
  ): Promise<ProjectSessionAnnotationMutationPayload> {
    const item = { ...judgment, targetId: projectSessionId };
    const id = await this.writing.insertTargeted(SESSION_ANNOTATIONS, item, caller);
    return this.toOnePayload(id);
  }

  @Mutation(() => ProjectSessionAnnotationMutationPayload, {
    description: 'Replaces an annotation. Only its author and admins may.',
  })
  @Access('MEMBER', 'by project role')
  async updateProjectSessionAnnotations(
    @Args('input') { id, identifier, ...judgment }: UpdateAnnotationInput,
    @Caller() caller: Identity,
  ): Promise<ProjectSessionAnnotationMutationPayload> {
    const { label = null, score = null, explanation = null, metadata } = judgment;
    const replaced = { label, score, explanation, metadata: metadata ?? {} };
    const changes = { ...judgment, ...replaced, ...(identifier && { identifier }) };
    const [row] = await this.annotations.patch(SESSION_ANNOTATIONS, [{ id, changes }], caller);
    return { projectSessionAnnotation: toSessionAnnotation(row!), query: {} };
  }

  @Mutation(() => ProjectSessionAnnotationMutationPayload, {
    description: 'Deletes an annotation. Only its author and admins may.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteProjectSessionAnnotation(
    @Args('id', { type: () => ID }) id: string,
    @Caller() caller: Identity,
  ): Promise<ProjectSessionAnnotationMutationPayload> {
    const [row] = await this.annotations.delete(SESSION_ANNOTATIONS, [id], caller);
    return { projectSessionAnnotation: toSessionAnnotation(row!), query: {} };
  }

  @Mutation(() => ProjectSessionAnnotationsMutationPayload, {
    description: 'Adds notes to sessions.',
  })
  @Access('MEMBER', 'by project role')
  async createProjectSessionNotes(
    @Args() { input }: CreateProjectSessionNotesArgs,
    @Caller() caller: Identity,
  ): Promise<ProjectSessionAnnotationsMutationPayload> {
    const notes = input.map(({ projectSessionId, ...note }) => ({
      ...note,
      targetId: projectSessionId,
    }));
    return this.toPayload(await this.writing.addTargetedNotes(SESSION_ANNOTATIONS, notes, caller));
  }

  @Mutation(() => ProjectSessionAnnotationsMutationPayload, {
    description: 'Deletes notes. Only their author and admins may.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteProjectSessionNotes(
    @Args('input') { annotationIds }: DeleteAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<ProjectSessionAnnotationsMutationPayload> {
    const rows = await this.annotations.deleteNotes(SESSION_ANNOTATIONS, annotationIds, caller);
    return { projectSessionAnnotations: rows.map(toSessionAnnotation), query: {} };
  }

  private async toOnePayload(id: number): Promise<ProjectSessionAnnotationMutationPayload> {
    const [row] = await this.annotations.listByRowIds(SESSION_ANNOTATIONS, [id]);
    return { projectSessionAnnotation: toSessionAnnotation(row!), query: {} };
  }

  private async toPayload(
    ids: readonly number[],
  ): Promise<ProjectSessionAnnotationsMutationPayload> {
    const rows = await this.annotations.listByRowIds(SESSION_ANNOTATIONS, ids);
    return { projectSessionAnnotations: rows.map(toSessionAnnotation), query: {} };
  }
}

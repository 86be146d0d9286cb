import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { ProjectsService } from '../../projects/projects.service.js';
import {
  type AnnotationTarget,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../annotation-target.js';
import { AnnotationsService } from '../annotations.service.js';
import { DeleteProjectAnnotationsPayload } from './annotation.type.js';
import { AnnotationTimeRangeField, DeleteProjectAnnotationsInput } from './annotations.inputs.js';

/** Deletes the annotations of a project by name. */
@Resolver()
export class ProjectAnnotationsResolver {
  constructor(
    private readonly projects: ProjectsService,
    private readonly annotations: AnnotationsService,
  ) {}

  @Mutation(() => DeleteProjectAnnotationsPayload, {
    description: 'Deletes all span annotations of a project that have the given name.',
  })
  @Access('ADMIN', 'by project role', 'while storage is full too')
  deleteProjectSpanAnnotations(
    @Args('input') input: DeleteProjectAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<DeleteProjectAnnotationsPayload> {
    return this.deleteNamed(SPAN_ANNOTATIONS, input, caller);
  }

  @Mutation(() => DeleteProjectAnnotationsPayload, {
    description: 'Deletes all trace annotations of a project that have the given name.',
  })
  @Access('ADMIN', 'by project role', 'while storage is full too')
  deleteProjectTraceAnnotations(
    @Args('input') input: DeleteProjectAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<DeleteProjectAnnotationsPayload> {
    return this.deleteNamed(TRACE_ANNOTATIONS, input, caller);
  }

  @Mutation(() => DeleteProjectAnnotationsPayload, {
    description: 'Deletes all session annotations of a project that have the given name.',
  })
  @Access('ADMIN', 'by project role', 'while storage is full too')
  deleteProjectSessionAnnotations(
    @Args('input') input: DeleteProjectAnnotationsInput,
    @Caller() caller: Identity,
  ): Promise<DeleteProjectAnnotationsPayload> {
    return this.deleteNamed(SESSION_ANNOTATIONS, input, caller);
  }

  private async deleteNamed(
    target: AnnotationTarget,
    { projectId, annotationName: name, timeRange, timeRangeField }: DeleteProjectAnnotationsInput,
    caller: Identity,
  ): Promise<DeleteProjectAnnotationsPayload> {
    const project = await this.projects.getByGlobalId(projectId);
    const isOfTarget = timeRangeField === AnnotationTimeRangeField.SOURCE_START_TIME;
    const range = timeRange ?? {};
    const deletion = { name, ...(isOfTarget ? { targetStart: range } : { createdAt: range }) };
    const count = await this.annotations.deleteMatching(target, project.id, deletion, caller);
    return { deletedAnnotationCount: count, query: {} };
  }
}

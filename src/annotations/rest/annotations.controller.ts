import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  type Type,
} from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { cutPage } from '../../kernel/pagination/page.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { assertSelective } from '../annotation-selection.js';
import {
  type AnnotationTarget,
  DOCUMENT_ANNOTATIONS,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../annotation-target.js';
import { AnnotationWritingService } from '../annotation-writing.service.js';
import type { NewNote, SentAnnotation } from '../new-annotation.js';
import { AnnotationsService } from '../annotations.service.js';
import { WaitingAnnotationsService } from '../waiting-annotations.service.js';
import {
  type AnyAnnotationItem,
  SessionAnnotationPage,
  SpanAnnotationPage,
  StoredAnnotations,
  StoredNote,
  toAnnotationItem,
  TraceAnnotationPage,
} from './annotation.dto.js';
import { createAnnotationsBody, createNoteBody } from './annotations.body.js';
import {
  createListQuery,
  deleteAnnotationsQuery,
  type DeleteAnnotationsQuery,
  type ListQuery,
  storeAnnotationsQuery,
  type StoreAnnotationsQuery,
  toDeletion,
  toSelection,
} from './list-annotations.query.js';

/** Creates the endpoint that stores annotations of a kind of target. */
function createWriter(target: AnnotationTarget): Type {
  const { kind, noun } = target;
  const what = kind === 'document' ? 'documents of spans' : `${noun}s`;
  const body = createAnnotationsBody(target);

  @ApiTags('annotations')
  @Controller(`v1/${kind}_annotations`)
  class AnnotationsWriter {
    constructor(
      private readonly writing: AnnotationWritingService,
      private readonly waiting: WaitingAnnotationsService,
    ) {}

    @Post()
    @HttpCode(200)
    @Access('MEMBER', 'by project role')
    @ApiOperation({
      operationId: `${target.type}s_store`,
      summary: `Store annotations of ${what}. Replaces those with the same name and identifier.`,
    })
    @ApiOkResponse({ type: StoredAnnotations })
    @ApiTextErrors({
      400: 'The name is reserved.',
      403: 'Another user stored the annotation. Only with `sync`.',
      404: `A ${noun} does not exist. Only with \`sync\`.`,
    })
    @ApiInvalidRequest()
    async store(
      @Body({ schema: body }) { data }: { data: SentAnnotation[] },
      @Query({ schema: storeAnnotationsQuery }) { sync }: StoreAnnotationsQuery,
      @Caller() caller: Identity,
    ): Promise<StoredAnnotations> {
      if (!sync) {
        await this.waiting.attachOrKeep(target, data, caller);
        return { data: [] };
      }
      const ids = await this.writing.upsertSent(target, data, caller);
      return { data: ids.map((id) => ({ id: toGlobalId(target.type, id) })) };
    }
  }
  return AnnotationsWriter;
}

/** Creates the endpoint that stores notes about a kind of target. */
function createNoteWriter(target: AnnotationTarget): Type {
  const { noun } = target;
  const body = createNoteBody(target);

  @ApiTags('annotations')
  @Controller(`v1/${noun}_notes`)
  class NotesWriter {
    constructor(private readonly writing: AnnotationWritingService) {}

    @Post()
    @HttpCode(200)
    @Access('MEMBER', 'by project role')
    @ApiOperation({
      operationId: `${target.type}s_addNote`,
      summary: `Add a note to a ${noun}, or replace its note with the same identifier.`,
    })
    @ApiOkResponse({ type: StoredNote })
    @ApiTextErrors({
      403: 'Another user stored the note with this identifier.',
      404: `The ${noun} does not exist.`,
    })
    @ApiInvalidRequest()
    async store(
      @Body({ schema: body }) { data }: { data: NewNote },
      @Caller() caller: Identity,
    ): Promise<StoredNote> {
      const id = await this.writing.addSentNote(target, data, caller);
      return { data: { id: toGlobalId(target.type, id) } };
    }
  }
  return NotesWriter;
}

/** A page of annotations of one kind of target. */
interface AnnotationItemPage {
  data: AnyAnnotationItem[];
  next_cursor: string | null;
}

/** Creates the endpoints that list and delete the annotations of a project's targets. */
function createReader(target: AnnotationTarget, page: Type): Type {
  const { noun } = target;
  const listQuery = createListQuery(target);

  @ApiTags('annotations')
  @Controller(`v1/projects/:project_identifier/${noun}_annotations`)
  class AnnotationsReader {
    constructor(
      private readonly projects: ProjectsService,
      private readonly annotations: AnnotationsService,
    ) {}

    @Get()
    @Access('VIEWER')
    @ApiOperation({
      operationId: `${target.type}s_list`,
      summary: `List annotations of ${noun}s, and notes about them, newest stored first.`,
      description: `Requires \`${noun}_ids\`, \`identifier\`, or both.`,
    })
    @ApiOkResponse({ type: page })
    @ApiTextErrors({
      404: `No project has this global ID or name, or it has none of the ${noun}s.`,
    })
    @ApiInvalidRequest()
    async list(
      @Param('project_identifier') identifier: string,
      @Query({ schema: listQuery }) query: ListQuery,
    ): Promise<AnnotationItemPage> {
      const { selection, page: asked } = toSelection(target, query);
      assertSelective(target, selection);
      const project = await this.projects.resolve(identifier);
      const found = await this.annotations.list(target, project.id, selection, asked);
      const { rows, nextCursor } = cutPage(found, asked.limit, target.type);
      return { data: rows.map((row) => toAnnotationItem(target, row)), next_cursor: nextCursor };
    }

    @Delete()
    @HttpCode(204)
    @Access('MEMBER', 'by project role')
    @ApiOperation({
      operationId: `${target.type}s_delete`,
      summary: `Delete the annotations of a project's ${noun}s that match all parameters.`,
      description: "Deletes other users' annotations only for an admin.",
    })
    @ApiNoContentResponse()
    @ApiTextErrors({ 404: 'No project has this global ID or name.' })
    @ApiInvalidRequest()
    async delete(
      @Param('project_identifier') identifier: string,
      @Query({ schema: deleteAnnotationsQuery }) query: DeleteAnnotationsQuery,
      @Caller() caller: Identity,
    ): Promise<void> {
      const deletion = toDeletion(query);
      const project = await this.projects.resolve(identifier);
      await this.annotations.deleteMatching(target, project.id, deletion, caller);
    }
  }
  return AnnotationsReader;
}

export const ANNOTATION_CONTROLLERS = [
  createWriter(SPAN_ANNOTATIONS),
  createWriter(TRACE_ANNOTATIONS),
  createWriter(SESSION_ANNOTATIONS),
  createWriter(DOCUMENT_ANNOTATIONS),
  createNoteWriter(SPAN_ANNOTATIONS),
  createNoteWriter(TRACE_ANNOTATIONS),
  createNoteWriter(SESSION_ANNOTATIONS),
  createReader(SPAN_ANNOTATIONS, SpanAnnotationPage),
  createReader(TRACE_ANNOTATIONS, TraceAnnotationPage),
  createReader(SESSION_ANNOTATIONS, SessionAnnotationPage),
];

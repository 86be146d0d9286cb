import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { cutPage } from '../../../kernel/pagination/page.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { SESSION_TYPE, type SessionListInput, SessionsService } from '../sessions.service.js';
import {
  getSessionQuery,
  type GetSessionQuery,
  listProjectSessionsQuery,
  type ListProjectSessionsQuery,
  listSessionsQuery,
  type ListSessionsQuery,
  toProjectSessionListInput,
  toSessionListInput,
} from './list-sessions.query.js';
import { SessionAnswer, SessionItemPage, toSessionItem } from './session.dto.js';

/** The sessions to delete. */
const deleteSessionsBody = z
  .object({
    session_identifiers: z
      .array(z.string())
      .meta({ minItems: 1 })
      .describe('Either only global IDs, or only IDs that the application sent.'),
  })
  .meta({ id: 'DeleteSessionsRequest' });

type DeleteSessionsBody = z.output<typeof deleteSessionsBody>;

const NO_PROJECT = 'No project has this global ID or name.';
const AMBIGUOUS =
  'Several projects have a session with this ID. Name the project, or use global IDs.';
const NO_SESSION = 'No session has this global ID or session ID, or it belongs to another project.';

@ApiTags('sessions')
@Controller('v1')
export class SessionsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly sessions: SessionsService,
  ) {}

  /** Lists the sessions of one project or of all projects. */
  @Get('sessions')
  @Access('VIEWER')
  @ApiOkResponse({ type: SessionItemPage })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listSessionsQuery }) query: ListSessionsQuery,
  ): Promise<SessionItemPage> {
    const { project_identifier: identifier } = query;
    const project = identifier === undefined ? null : await this.projects.resolve(identifier);
    return this.readPage(project && project.id, toSessionListInput(query));
  }

  /** Lists the sessions of a project. */
  @Get('projects/:project_identifier/sessions')
  @Access('VIEWER')
  @ApiOkResponse({ type: SessionItemPage })
  @ApiTextErrors({ 400: 'The condition is invalid or takes too long.', 404: NO_PROJECT })
  @ApiInvalidRequest()
  async listOfProject(
    @Param('project_identifier') identifier: string,
    @Query({ schema: listProjectSessionsQuery }) query: ListProjectSessionsQuery,
  ): Promise<SessionItemPage> {
    const project = await this.projects.resolve(identifier);
    return this.readPage(project.id, toProjectSessionListInput(query));
  }

  /**
   * Returns a session by its global ID or the ID that the application sent. If several projects have a session
   * with that ID, it is the one with the most recent activity, unless a project is named.
   */
  @Get('sessions/:session_identifier')
  @Access('VIEWER')
  @ApiOkResponse({ type: SessionAnswer })
  @ApiTextErrors({ 404: NO_SESSION })
  async get(
    @Param('session_identifier') identifier: string,
    @Query({ schema: getSessionQuery }) query: GetSessionQuery,
  ): Promise<SessionAnswer> {
    const session = await this.sessions.get(identifier, query.project_identifier);
    const [found] = await this.sessions.addTraces([session]);
    return { data: toSessionItem(found!) };
  }

  /** Deletes a session with its traces and spans. */
  @Delete('sessions/:session_identifier')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NO_SESSION, 409: AMBIGUOUS })
  async delete(
    @Param('session_identifier') identifier: string,
    @Query({ schema: getSessionQuery }) query: GetSessionQuery,
  ): Promise<void> {
    await this.sessions.delete(identifier, query.project_identifier);
  }

  /** Deletes sessions with their traces and spans. Skips unknown ones. */
  @Post('sessions/delete')
  @Access('MEMBER', 'by project role', 'while storage is full too')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiTextErrors({ 409: `${AMBIGUOUS} Nothing is deleted.` })
  @ApiInvalidRequest()
  async deleteAll(@Body({ schema: deleteSessionsBody }) body: DeleteSessionsBody): Promise<void> {
    await this.sessions.deleteAll(body.session_identifiers);
  }

  private async readPage(
    projectId: number | null,
    input: SessionListInput,
  ): Promise<SessionItemPage> {
    const found = await this.sessions.list(projectId === null ? null : [projectId], input);
    const { rows, nextCursor } = cutPage(found.rows, input.limit, SESSION_TYPE);
    const sessions = await this.sessions.addTraces(rows);
    return { data: sessions.map(toSessionItem), next_cursor: nextCursor };
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { DeleteSessionsDto } from './delete-sessions.body.js';
import { GetSessionDto, ListProjectSessionsDto, ListSessionsDto } from './list-sessions.query.js';
import { SessionChangesService } from '../session-changes.service.js';
import { SessionAnswer, SessionItemPage, toSessionItem } from './session.dto.js';
import { type SessionList, SessionsService } from '../sessions.service.js';

const NO_PROJECT = 'No project has this global id or name.';
const NO_SESSION = 'No session has this global id or session id, or it is of another project.';

@ApiTags('sessions')
@Controller('v1')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly changes: SessionChangesService,
  ) {}

  /** The sessions of all projects or of one, page by page. */
  @Get('sessions')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: SessionItemPage })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async list(@Query() query: ListSessionsDto): Promise<SessionItemPage> {
    return toPage(await this.sessions.list(query));
  }

  /** The sessions that began in a project, page by page. */
  @Get('projects/:project_identifier/sessions')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: SessionItemPage })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async listOfProject(
    @Param('project_identifier') identifier: string,
    @Query() query: ListProjectSessionsDto,
    @Caller() { key }: Identity,
  ): Promise<SessionItemPage> {
    return toPage(await this.sessions.listOfProject(identifier, query, key?.project?.id));
  }

  /** One session, by its global id or the id that the application sent. */
  @Get('sessions/:session_identifier')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: SessionAnswer })
  @ApiTextErrors({ 404: NO_SESSION })
  async get(
    @Param('session_identifier') identifier: string,
    @Query() query: GetSessionDto,
  ): Promise<SessionAnswer> {
    const { session, traces } = await this.sessions.get(identifier, query.project_identifier);
    return { data: toSessionItem(session, traces) };
  }

  /** Deletes a session with its traces and spans, whatever project they are in. */
  @Delete('sessions/:session_identifier')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NO_SESSION })
  async delete(
    @Param('session_identifier') identifier: string,
    @Query() query: GetSessionDto,
  ): Promise<void> {
    await this.changes.delete(identifier, query.project_identifier);
  }

  /** Deletes sessions with their traces and spans. Unknown ones are passed over. */
  @Post('sessions/delete')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiInvalidRequest()
  async deleteAll(@Body() body: DeleteSessionsDto): Promise<void> {
    await this.changes.deleteAll(body.session_identifiers);
  }
}

function toPage({ sessions, nextCursor }: SessionList): SessionItemPage {
  const data = sessions.map(({ session, traces }) => toSessionItem(session, traces));
  return { data, next_cursor: nextCursor };
}

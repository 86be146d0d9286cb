import { Controller, Get, Param, Redirect, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { NotFoundPageFilter } from '../../../kernel/http/links/not-found-page.filter.js';
import { RedirectsService } from '../redirects.service.js';
import { SignInFirstFilter } from '../../../kernel/http/links/sign-in-first.filter.js';

interface Redirection {
  url: string;
}

/** Links that programs print, which redirect from a sender's own IDs to the page of the object. */
@ApiExcludeController()
@Access('VIEWER')
@UseFilters(NotFoundPageFilter, SignInFirstFilter)
@Controller('redirects')
export class RedirectsController {
  constructor(private readonly redirects: RedirectsService) {}

  @Get('projects/:project_name')
  @Redirect()
  async project(@Param('project_name') name: string): Promise<Redirection> {
    return { url: await this.redirects.toProject(name) };
  }

  @Get('traces/:trace_id')
  @Redirect()
  async trace(@Param('trace_id') traceId: string): Promise<Redirection> {
    return { url: await this.redirects.toTrace(traceId) };
  }

  @Get('spans/:span_id')
  @Redirect()
  async span(@Param('span_id') spanId: string): Promise<Redirection> {
    return { url: await this.redirects.toSpan(spanId) };
  }

  @Get('sessions/:session_id')
  @Redirect()
  async session(@Param('session_id') sessionId: string): Promise<Redirection> {
    return { url: await this.redirects.toSession(sessionId) };
  }
}

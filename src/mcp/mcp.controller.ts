import { Controller, Delete, Get, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../kernel/access/handler-access.js';
import { McpService } from './mcp.service.js';

/**
 * The Model Context Protocol over streamable HTTP. Nothing is kept between requests, so any server
 * can answer any of them.
 */
@ApiExcludeController()
@Access('VIEWER', 'changes nothing itself')
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  post(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.mcp.answer(request, response);
  }

  /** Would open a stream of messages from the server, which sends none. */
  @Get()
  listen(@Res() response: Response): void {
    refuseMethod(response);
  }

  /** Would end a session, of which there are none. */
  @Delete()
  end(@Res() response: Response): void {
    refuseMethod(response);
  }
}

function refuseMethod(response: Response): void {
  response.setHeader('Allow', 'POST');
  response.status(HttpStatus.METHOD_NOT_ALLOWED).type('text/plain').send('Method Not Allowed');
}

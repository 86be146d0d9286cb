import { Controller, Get, Next, NotFoundException, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { Access } from '../kernel/access/handler-access.js';
import { NotFoundError } from '../kernel/errors/errors.js';
import { openPage } from '../kernel/http/page-security.js';
import { WebUiService } from './web-ui.service.js';

/** API paths, which never return a page. Users see the consent page below one of them. */
const API_PATH = /^\/(v1|auth|oauth2(?!\/consent$)|mcp|\.well-known|assets)(\/|$)/;

/** Apollo comes after all routes. */
const GRAPHQL_PATH = /^\/graphql(\/|$)/i;

/** Returns the single-page application for every path without another handler. */
@ApiExcludeController()
@Access('public')
@Controller()
export class WebUiController {
  constructor(private readonly ui: WebUiService) {}

  @Get(['/', '/*path'])
  page(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): void {
    if (GRAPHQL_PATH.test(request.path)) return next();
    // The error filter responds with 405 if the path exists for other methods.
    if (API_PATH.test(request.path)) throw new NotFoundException();
    const page = this.ui.indexPage(openPage(request, response));
    if (page === null) {
      throw new NotFoundError(
        'The web UI is not built. Run `npm run build:web` and restart the server.',
      );
    }
    // The page refers to the hashed files of this build, so it must not be cached.
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page);
  }
}

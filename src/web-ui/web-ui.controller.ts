import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequiredRole } from '../common/access/access.js';
import { NotFoundError } from '../common/errors/errors.js';
import { openPage } from '../common/http/page-security.js';
import { WebUiService } from './web-ui.service.js';

/** API paths, which never return a page. */
const API_PATH = /^\/(v1|graphql|auth|oauth2|\.well-known|assets)(\/|$)/;

/** Returns the single-page application for every path without another handler. */
@ApiExcludeController()
@RequiredRole('public')
@Controller()
export class WebUiController {
  constructor(private readonly ui: WebUiService) {}

  @Get(['/', '/*path'])
  page(@Req() request: Request, @Res() response: Response): void {
    if (API_PATH.test(request.path)) throw new NotFoundError('Not Found');
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

import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NotFoundError } from '../errors/errors.js';
import { escapeHtml } from '../text/html.js';
import { openPage } from '../http/page-security.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';

/** Renders "not found" as a page, for links that users follow. */
@Catch(NotFoundError)
export class NotFoundPageFilter implements ExceptionFilter<NotFoundError> {
  constructor(@Inject(ENV) private readonly env: Pick<Env, 'rootPath'>) {}

  catch(error: NotFoundError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const nonce = openPage(http.getRequest<Request>(), response);
    response
      .status(404)
      .type('html')
      .send(page(error.message, `${this.env.rootPath}/`, nonce));
  }
}

function page(message: string, home: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Not found · Spandrel</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
      main { max-width: 36rem; margin: 20vh auto 0; padding: 0 1rem; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <main>
      <h1>Not found</h1>
      <p>${escapeHtml(message)}</p>
      <p><a href="${escapeHtml(home)}">Start page</a></p>
    </main>
  </body>
</html>
`;
}

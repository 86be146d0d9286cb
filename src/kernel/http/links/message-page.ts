import type { Request, Response } from 'express';
import { openPage } from '../page-security.js';
import { escapeHtml } from '../html.js';

/** A page that says what is wrong, for users who followed a link. */
export interface MessagePage {
  status: number;
  title: string;
  message: string;
  /** Path of the start page. */
  home: string;
}

export function sendMessagePage(request: Request, response: Response, page: MessagePage): void {
  const nonce = openPage(request, response);
  response.status(page.status).type('html').send(render(page, nonce));
}

function render({ title, message, home }: MessagePage, nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)} · Spandrel</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
      main { max-width: 36rem; margin: 20vh auto 0; padding: 0 1rem; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(message)}</p>
      <p><a href="${escapeHtml(home)}">Start page</a></p>
    </main>
  </body>
</html>
`;
}

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Refusals } from './refusals.js';

/** Enough for a thousand IDs of forty characters. No page of the web UI comes near it. */
const MAX_URL_CHARACTERS = 64 * 1024;

/** Refuses URLs that are too long, and counts bodies that a handler refuses because of their size. */
export function boundRequests(refusals: Refusals): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, path } = request;
    if (request.url.length > MAX_URL_CHARACTERS) {
      refusals.note('url_too_long', { method, path });
      response
        .status(414)
        .type('text/plain')
        .send(`The URL is longer than ${MAX_URL_CHARACTERS} characters.`);
      return;
    }
    response.once('finish', () => {
      if (response.statusCode === 413) refusals.note('body_too_large', { method, path });
    });
    next();
  };
}

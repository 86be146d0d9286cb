import { Logger } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { currentRequest } from '../common/http/request-context.js';

/**
 * One line for each answer. Of the request only what can hold no credential: the path without its
 * query, which may carry a token, and no header.
 */
export function accessLog(): RequestHandler {
  const logger = new Logger('access');
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const context = currentRequest();
    const { method, path } = request;
    response.once('close', () => {
      logger.debug(
        {
          method,
          path,
          status: response.statusCode,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
          // The sender went away before all of it was sent.
          ...(response.writableFinished ? {} : { aborted: true }),
          requestId: context?.requestId,
          address: context?.address,
        },
        'answered',
      );
    });
    next();
  };
}

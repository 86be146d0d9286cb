import { Logger } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { currentRequest } from '../kernel/http/request-context.js';

/**
 * Logs one line per response. Leaves out parts of the request that may contain a credential: the
 * query, which may contain a token, and all headers.
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
          // The client disconnected before the response was complete.
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

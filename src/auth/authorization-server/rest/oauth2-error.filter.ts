import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../../kernel/errors/errors.js';
import { OAuth2Error } from '../oauth2-error.js';
import { forbidCaching } from './forbid-caching.js';

/** Renders errors as RFC 6749 (5.2) says. */
@Catch(DomainError)
export class OAuth2ErrorFilter implements ExceptionFilter<DomainError> {
  catch(error: DomainError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if ('retryAfterSeconds' in error) {
      response.setHeader('Retry-After', String(error.retryAfterSeconds));
    }
    forbidCaching(response);
    response.status(error.status).json({
      error: error instanceof OAuth2Error ? error.error : error.code.toLowerCase(),
      error_description: error.message,
    });
  }
}

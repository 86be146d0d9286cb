import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import { UnauthenticatedError } from '../../errors/errors.js';
import { ENV } from '../../environment.js';
import type { KernelEnv } from '../../environment.js';

/**
 * Sends users who follow a link to the sign-in page, which brings them back. Browsers do not send
 * session cookies when a link on another site is followed, so signed-in users pass through it too,
 * without noticing.
 */
@Catch(UnauthenticatedError)
export class SignInFirstFilter implements ExceptionFilter<UnauthenticatedError> {
  constructor(@Inject(ENV) private readonly env: Pick<KernelEnv, 'rootPath'>) {}

  catch(_: UnauthenticatedError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const returnUrl = encodeURIComponent(http.getRequest<Request>().url);
    http.getResponse<Response>().redirect(302, `${this.env.rootPath}/login?returnUrl=${returnUrl}`);
  }
}

import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { automaticProvider } from '../../../config/oidc-env.js';

/**
 * Redirects the sign-in page to the automatic provider if passwords are disabled. Otherwise the
 * page itself does so, because it knows whether the user has just signed out. Never redirects a
 * page with an error.
 */
@Injectable()
export class AutoLoginMiddleware implements NestMiddleware {
  constructor(@Inject(ENV) private readonly env: Env) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const { auth, oidc } = this.env;
    const provider = auth.isPasswordLoginEnabled ? undefined : automaticProvider(oidc);
    if (!provider || 'error' in request.query) return next();
    const { search } = new URL(request.originalUrl, 'http://localhost');
    response.redirect(307, `${this.env.rootPath}/oauth2/${provider.name}/login${search}`);
  }
}

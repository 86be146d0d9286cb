import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { automaticProvider } from '../../config/oidc-env.js';

/**
 * Sends who wants to sign in to the provider at once, where there is no password to ask for;
 * elsewhere the page does it, which knows who has just signed out. An error that is to be shown stays on
 * the page.
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

import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type IdentifiedRequest } from '../../kernel/access/access.js';
import { NotFoundError, UnauthenticatedError } from '../../kernel/errors/errors.js';
import { currentRequest } from '../../kernel/http/request-context.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { RateLimitsService } from '../../auth/limits/rate-limits.service.js';
import { ScimTokensService } from '../tokens/scim-tokens.service.js';

const BEARER = /^bearer +(\S+) *$/i;

/**
 * Accepts tokens for SCIM, and nothing else. They are no credentials elsewhere, so no identity of the
 * rest of the server is used here.
 */
@Injectable()
export class ScimGuard implements CanActivate {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly tokens: ScimTokensService,
    private readonly limits: RateLimitsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.env.auth.isEnabled) {
      throw new NotFoundError('Authentication is off, so there are no users to provision.');
    }
    const request = context.switchToHttp().getRequest<Request & IdentifiedRequest>();
    const address = currentRequest()?.address;
    await this.limits.check('credential', address);
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null;
    try {
      request.identity = await this.tokens.verify(token);
    } catch (error) {
      if (error instanceof UnauthenticatedError) await this.limits.consume('credential', address);
      throw error;
    }
    return true;
  }
}

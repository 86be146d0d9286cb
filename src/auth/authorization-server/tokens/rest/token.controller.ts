import { Body, Controller, HttpCode, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../../kernel/access/handler-access.js';
import { getPublicOrigin } from '../../../../kernel/http/public-origin.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';
import { forbidCaching } from '../../rest/forbid-caching.js';
import { OAuth2ErrorFilter } from '../../rest/oauth2-error.filter.js';
import { TokenExchangeService } from '../token-exchange.service.js';

const FORM = 'application/x-www-form-urlencoded';

/** The endpoints at which applications obtain and revoke tokens. */
@ApiExcludeController()
@Access('public')
@UseFilters(OAuth2ErrorFilter)
@Controller('oauth2')
export class TokenController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly exchanges: TokenExchangeService,
  ) {}

  @Post('token')
  @HttpCode(200)
  async exchange(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Record<string, unknown>> {
    const origin = getPublicOrigin(this.env, request);
    const issued = await this.exchanges.exchange(readForm(body, request), origin);
    forbidCaching(response);
    return {
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: issued.accessExpiresInSeconds,
      refresh_token: issued.refreshToken,
    };
  }

  @Post('revoke')
  @HttpCode(200)
  async revoke(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.exchanges.revoke(readForm(body, request));
    forbidCaching(response);
  }
}

/** Returns an empty form for other bodies, and so the error that names the right type. */
function readForm(body: unknown, request: Request): URLSearchParams {
  return new URLSearchParams(typeof body === 'string' && request.is(FORM) ? body : '');
}

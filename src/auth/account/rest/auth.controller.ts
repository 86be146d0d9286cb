import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { queryBoolean } from '../../../kernel/validation/query-fields.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import {
  clearCookie,
  clearSessionCookies,
  OAUTH2_NONCE_COOKIE,
  OAUTH2_STATE_COOKIE,
  setSessionCookies,
} from '../../sessions/session-cookies.js';
import { getPublicOrigin } from '../../../kernel/http/public-origin.js';
import { OwnSessionsService } from '../own-sessions.service.js';
import { SignedOut } from './signed-out.dto.js';

const logoutQuery = z.object({
  everywhere: queryBoolean()
    .optional()
    .describe('Ends all sessions of the user, not only this one.'),
});

const TOO_MANY = 'Too many requests came from this address; see `Retry-After`.';

/** Refreshes and ends sessions. Outside `/v1`, because only browsers call it. */
@ApiTags('auth')
@Access('public')
@Controller('auth')
export class AuthController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly sessions: OwnSessionsService,
  ) {}

  /** Exchanges the refresh token in the cookie for new tokens. Each token works only once. */
  @Post('refresh')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The response sets both cookies.' })
  @ApiTextErrors({
    401: 'The refresh token is missing, invalid, expired or already used.',
    404: 'Authentication is off.',
    429: TOO_MANY,
  })
  async refresh(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const tokens = await this.sessions.refresh(request.headers.cookie);
    setSessionCookies(response, this.env.auth.cookies, tokens);
  }

  /**
   * Ends all sessions of the user and redirects to the sign-in page. If the session at the provider
   * should end as well, redirects there first.
   */
  @Get('logout')
  async logoutEverywhere(@Req() request: Request, @Res() response: Response): Promise<void> {
    const logoutUrl = await this.endSession(request, response, true);
    const page = `${this.env.rootPath}/${this.sessions.signedOutPage}`;
    response.redirect(302, logoutUrl ?? page);
  }

  /**
   * Ends this session, or all sessions of the user if `everywhere` is set. If the session at the
   * provider should end as well, the response contains its URL.
   */
  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session has ended, or there was none.' })
  @ApiOkResponse({
    type: SignedOut,
    description: 'Open the URL to end the session at the provider as well.',
  })
  @ApiTextErrors({ 404: 'Authentication is off.', 429: TOO_MANY })
  @ApiInvalidRequest()
  async logout(
    @Query({ schema: logoutQuery }) { everywhere }: z.output<typeof logoutQuery>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedOut | undefined> {
    const logoutUrl = await this.endSession(request, response, everywhere ?? false);
    if (logoutUrl === null) return undefined;
    response.status(200);
    return { redirect_to: logoutUrl };
  }

  private async endSession(
    request: Request,
    response: Response,
    everywhere: boolean,
  ): Promise<string | null> {
    const returnTo = `${getPublicOrigin(this.env, request)}/${this.sessions.signedOutPage}`;
    const logoutUrl = await this.sessions.logout(request.headers, { everywhere, returnTo });
    const { cookies } = this.env.auth;
    clearSessionCookies(response, cookies);
    clearCookie(response, cookies, OAUTH2_STATE_COOKIE);
    clearCookie(response, cookies, OAUTH2_NONCE_COOKIE);
    return logoutUrl;
  }
}

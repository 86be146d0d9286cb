import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { queryBoolean } from '../../../common/validation/query-fields.js';
import { ENV } from '../../../config/config.module.js';
import type { Env } from '../../../config/env.js';
import {
  clearCookie,
  clearSessionCookies,
  OAUTH2_NONCE_COOKIE,
  OAUTH2_STATE_COOKIE,
  setSessionCookies,
} from '../../sessions/session-cookies.js';
import { publicOrigin } from '../../sign-ins/public-origin.js';
import { OwnSessionsService } from '../own-sessions.service.js';
import { SignedOut } from './signed-out.dto.js';

const logoutQuery = z.object({
  everywhere: queryBoolean()
    .optional()
    .describe('End every session of the user instead of this one.'),
});

/** Refreshing and ending sessions. Outside `/v1`, because only browsers call it. */
@ApiTags('auth')
@RequiredRole('public')
@Controller('auth')
export class AuthController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly sessions: OwnSessionsService,
  ) {}

  /** Exchanges the refresh token of the cookie for new tokens. Each works only once. */
  @Post('refresh')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Both cookies are set again.' })
  @ApiTextErrors({ 401: 'No refresh token, or one that is not good (any more).' })
  async refresh(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const tokens = await this.sessions.refresh(request.headers.cookie);
    setSessionCookies(response, this.env.auth.cookies, tokens);
  }

  /**
   * Ends every session of the user and goes to the page for signing in; by way of the provider that
   * this session began at, if it is to know.
   */
  @Get('logout')
  async logoutEverywhere(@Req() request: Request, @Res() response: Response): Promise<void> {
    const logoutUrl = await this.endSession(request, response, true);
    const page = `${this.env.rootPath}/${this.sessions.signedOutPage}`;
    response.redirect(302, logoutUrl ?? page);
  }

  /**
   * Ends the session of the caller; with `everywhere` all sessions of that user. Who signed in at a
   * provider whose session should also end is told where to return to.
   */
  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session has ended; there may have been none.' })
  @ApiOkResponse({ type: SignedOut, description: 'The provider is to end its session as well.' })
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
    const returnTo = `${publicOrigin(this.env, request)}/${this.sessions.signedOutPage}`;
    const logoutUrl = await this.sessions.logout(request.headers, { everywhere, returnTo });
    const { cookies } = this.env.auth;
    clearSessionCookies(response, cookies);
    clearCookie(response, cookies, OAUTH2_STATE_COOKIE);
    clearCookie(response, cookies, OAUTH2_NONCE_COOKIE);
    return logoutUrl;
  }
}

import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequiredRole } from '../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../common/errors/api-errors.js';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { automaticProvider } from '../config/oidc-env.js';
import { AuthService, type EndedSession } from './auth.service.js';
import { LoginDto } from './dto/login.dto.js';
import { LogoutDto } from './dto/logout.dto.js';
import { SignedOut } from './signed-out.model.js';
import { OidcLogoutService } from './oidc/oidc-logout.service.js';
import { publicOrigin } from './public-origin.js';
import {
  clearCookie,
  clearSessionCookies,
  OAUTH2_NONCE_COOKIE,
  OAUTH2_STATE_COOKIE,
  setSessionCookies,
} from './session-cookies.js';

/** Signing in and out with cookies. Outside of `/v1`, as browsers are its only callers. */
@ApiTags('auth')
@RequiredRole('public')
@Controller('auth')
export class AuthController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly auth: AuthService,
    private readonly oidcLogout: OidcLogoutService,
  ) {}

  /** Signs in with e-mail address and password; the answer sets the two cookies of the session. */
  @Post('login')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Signed in.' })
  @ApiTextErrors({
    401: 'Address and password are not those of a user, or missing.',
    403: 'Passwords are not accepted by this server.',
    404: 'Authentication is off.',
    429: 'The account is locked, or too many attempts came from this address; see `Retry-After`.',
  })
  @ApiInvalidRequest()
  async login(
    @Body() { email, password }: LoginDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const tokens = await this.auth.login(email ?? undefined, password ?? undefined);
    setSessionCookies(response, this.env.auth.cookies, tokens);
  }

  /** Exchanges the refresh token of the cookie for new tokens. Each is good for one exchange. */
  @Post('refresh')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Both cookies are set anew.' })
  @ApiTextErrors({ 401: 'No refresh token, or one that is not good (any more).' })
  async refresh(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const tokens = await this.auth.refresh(request.headers.cookie);
    setSessionCookies(response, this.env.auth.cookies, tokens);
  }

  /**
   * Ends every session of the user and goes to the page for signing in; by way of the provider that
   * this session began at, if it is to know.
   */
  @Get('logout')
  async logoutEverywhere(@Req() request: Request, @Res() response: Response): Promise<void> {
    const ended = await this.auth.logout(request.headers, true);
    this.clearCookies(response);
    const atProvider = await this.pageAtProvider(ended, request);
    response.redirect(302, atProvider ?? `${this.env.rootPath}/${this.signedOutPage}`);
  }

  /**
   * Ends the session of the caller; with `everywhere` all sessions of that user. Who signed in at a
   * provider that is to end its session as well is told where to go.
   */
  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session has ended; there may have been none.' })
  @ApiOkResponse({ type: SignedOut, description: 'The provider is to end its session as well.' })
  @ApiInvalidRequest()
  async logout(
    @Query() { everywhere }: LogoutDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedOut | undefined> {
    const ended = await this.auth.logout(request.headers, everywhere ?? false);
    this.clearCookies(response);
    const atProvider = await this.pageAtProvider(ended, request);
    if (atProvider === null) return undefined;
    response.status(200);
    return { redirect_to: atProvider };
  }

  /** Where sign-in begins by itself, whoever has just signed out would be signed in again. */
  private get signedOutPage(): string {
    const { auth, oidc } = this.env;
    return auth.isPasswordLoginEnabled && !automaticProvider(oidc) ? 'login' : 'logout';
  }

  /** Where the provider ends its session, from which it leads back here. */
  private async pageAtProvider(ended: EndedSession, request: Request): Promise<string | null> {
    const here = `${publicOrigin(this.env, request)}/${this.signedOutPage}`;
    return ended && (await this.oidcLogout.logoutUrl(ended, here));
  }

  private clearCookies(response: Response): void {
    const { cookies } = this.env.auth;
    clearSessionCookies(response, cookies);
    clearCookie(response, cookies, OAUTH2_STATE_COOKIE);
    clearCookie(response, cookies, OAUTH2_NONCE_COOKIE);
  }
}

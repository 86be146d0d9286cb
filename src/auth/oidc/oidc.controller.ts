import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequiredRole } from '../../common/access/access.js';
import { type ValidationDetail, ValidationError } from '../../common/errors/errors.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { OAUTH2_NONCE_COOKIE, OAUTH2_STATE_COOKIE, setSessionCookies } from '../session-cookies.js';
import { forgetAttempt, keepAttempt, type KeptAttempts, readAttempts } from './attempt-cookies.js';
import { OidcLoginService } from './oidc-login.service.js';
import { OidcRefusal } from './oidc-refusal.js';
import { publicOrigin } from '../public-origin.js';

/** The two addresses of a sign-in at a provider. Browsers are sent to them; no program calls them. */
@ApiExcludeController()
@RequiredRole('public')
@Controller('oauth2/:idp')
export class OidcController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly login: OidcLoginService,
  ) {}

  /** Sends the browser to the provider. */
  @Get('login')
  begin(@Param('idp') idp: string, @Req() request: Request, @Res() response: Response) {
    return this.beginAttempt(idp, request, response);
  }

  /** The same for a form. */
  @Post('login')
  beginByForm(@Param('idp') idp: string, @Req() request: Request, @Res() response: Response) {
    return this.beginAttempt(idp, request, response);
  }

  /** Takes the browser back from the provider (the redirect URI). */
  @Get('tokens')
  async complete(
    @Param('idp') idp: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    assertProviderName(idp);
    const state = onlyText(request.query['state']);
    if (state === undefined) throw missing('query', 'state');
    const kept = readAttempts(request.headers.cookie, state);
    assertKept(kept);
    const { cookies } = this.env.auth;
    try {
      const { tokens, returnUrl } = await this.login.complete(idp, {
        state,
        kept,
        code: onlyText(request.query['code']),
        issuer: onlyText(request.query['iss']),
        isError: 'error' in request.query || 'error_description' in request.query,
      });
      setSessionCookies(response, cookies, tokens);
      forgetAttempt(response, cookies, state);
      response.redirect(302, `${this.env.rootPath}${returnUrl}`);
    } catch (error) {
      this.refuse(response, error, state);
    }
  }

  private async beginAttempt(idp: string, request: Request, response: Response): Promise<void> {
    assertProviderName(idp);
    try {
      const returnUrl = onlyText(request.query['returnUrl']);
      const attempt = await this.login.begin(idp, publicOrigin(this.env, request), returnUrl);
      keepAttempt(response, this.env.auth.cookies, attempt, request.headers.cookie);
      response.redirect(302, attempt.redirectTo);
    } catch (error) {
      this.refuse(response, error, undefined);
    }
  }

  /** Where signing in may be automatic, the page for signing out does not begin it anew. */
  private refuse(response: Response, error: unknown, state: string | undefined): void {
    if (!(error instanceof OidcRefusal)) throw error;
    forgetAttempt(response, this.env.auth.cookies, state);
    const page = this.env.auth.isPasswordLoginEnabled ? 'login' : 'logout';
    response.redirect(307, `${this.env.rootPath}/${page}?error=${error.code}`);
  }
}

function assertProviderName(idp: string): void {
  if (/^[a-z0-9_]+$/.test(idp)) return;
  throw new ValidationError([
    {
      type: 'string_pattern_mismatch',
      loc: ['path', 'idp'],
      msg: "String should match pattern '^[a-z0-9_]+$'",
    },
  ]);
}

/** Half of an attempt is none; all of it may have gone with that of another tab. */
function assertKept({ latestState, latest, own }: KeptAttempts): void {
  if (latestState !== null && latest !== null) return;
  if (latestState === null && latest === null && own !== null) return;
  throw missing('cookie', latestState === null ? OAUTH2_STATE_COOKIE : OAUTH2_NONCE_COOKIE);
}

function missing(place: string, name: string): ValidationError {
  const detail: ValidationDetail = { type: 'missing', loc: [place, name], msg: 'Field required' };
  return new ValidationError([detail]);
}

/** A parameter that was given once. */
function onlyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

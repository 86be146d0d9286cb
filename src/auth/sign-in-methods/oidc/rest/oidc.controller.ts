import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../../kernel/access/handler-access.js';
import { type ValidationDetail, ValidationError } from '../../../../kernel/errors/errors.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';
import {
  OAUTH2_NONCE_COOKIE,
  OAUTH2_STATE_COOKIE,
  setSessionCookies,
} from '../../../sessions/session-cookies.js';
import { forgetAttempt, keepAttempt, type KeptAttempts, readAttempts } from '../attempt-cookies.js';
import { OidcRefusal } from '../oidc-refusal.js';
import { OidcSignInService } from '../oidc-sign-in.service.js';
import { getPublicOrigin } from '../../../../kernel/http/public-origin.js';

/** The two endpoints of a sign-in at a provider, for browsers only. */
@ApiExcludeController()
@Access('public')
@Controller('oauth2/:idp')
export class OidcController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly oidc: OidcSignInService,
  ) {}

  /** Sends the browser to the provider. */
  @Get('login')
  begin(@Param('idp') idp: string, @Req() request: Request, @Res() response: Response) {
    return this.beginAttempt(idp, request, response);
  }

  /** The same as the route above, for HTML forms. */
  @Post('login')
  beginByForm(@Param('idp') idp: string, @Req() request: Request, @Res() response: Response) {
    return this.beginAttempt(idp, request, response);
  }

  /** Receives the browser that returns from the provider (the redirect URI). */
  @Get('tokens')
  async complete(
    @Param('idp') idp: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    assertProviderName(idp);
    const state = readSingle(request.query['state']);
    if (state === undefined) throw missingField('query', 'state');
    const kept = readAttempts(request.headers.cookie, state);
    assertKept(kept);
    const { cookies } = this.env.auth;
    try {
      const { tokens, returnPath } = await this.oidc.signIn({
        provider: idp,
        state,
        kept,
        code: readSingle(request.query['code']),
        issuer: readSingle(request.query['iss']),
        isError: 'error' in request.query || 'error_description' in request.query,
      });
      setSessionCookies(response, cookies, tokens);
      forgetAttempt(response, cookies, state);
      response.redirect(302, `${this.env.rootPath}${toPage(returnPath ?? '/')}`);
    } catch (error) {
      this.redirectWithError(response, error, state);
    }
  }

  private async beginAttempt(idp: string, request: Request, response: Response): Promise<void> {
    assertProviderName(idp);
    try {
      const returnUrl = readSingle(request.query['returnUrl']);
      const attempt = await this.oidc.begin(idp, getPublicOrigin(this.env, request), returnUrl);
      keepAttempt(response, this.env.auth.cookies, attempt, request.headers.cookie);
      response.redirect(302, attempt.redirectTo);
    } catch (error) {
      this.redirectWithError(response, error, undefined);
    }
  }

  /** Without passwords, `/login` might sign in automatically; `/logout` does not. */
  private redirectWithError(response: Response, error: unknown, state: string | undefined): void {
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

/**
 * Refuses incomplete attempts. Both cookies may be missing if another tab has completed its
 * attempt.
 */
function assertKept({ latestState, latest, own }: KeptAttempts): void {
  if (latestState !== null && latest !== null) return;
  if (latestState === null && latest === null && own !== null) return;
  throw missingField('cookie', latestState === null ? OAUTH2_STATE_COOKIE : OAUTH2_NONCE_COOKIE);
}

function missingField(place: string, name: string): ValidationError {
  const detail: ValidationDetail = { type: 'missing', loc: [place, name], msg: 'Field required' };
  return new ValidationError([detail]);
}

/**
 * Leads to the consent page itself, because browsers that return from a provider send no session
 * cookies until a page is open, so that the path in front of it would ask to sign in again.
 */
function toPage(returnPath: string): string {
  return returnPath.replace(/^\/oauth2\/authorize(?=\?)/, '/oauth2/consent');
}

/** Returns a parameter that was given exactly once. */
function readSingle(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

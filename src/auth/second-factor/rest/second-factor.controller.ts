import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { getPublicOrigin } from '../../../kernel/http/public-origin.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import {
  clearCookie,
  readCookie,
  setSessionCookies,
  TICKET_COOKIE,
} from '../../sessions/session-cookies.js';
import { usedCredential } from '../passkeys/credential.js';
import { type RelyingParty, toRelyingParty } from '../passkeys/relying-party.js';
import { SecondStepService } from '../second-step.service.js';

const secondFactorBody = z
  .object({
    code: z
      .string()
      .max(100)
      .optional()
      .describe('The six digits that the authenticator app shows, or a recovery code.'),
    passkey: usedCredential
      .optional()
      .describe('The challenge that the passkey signed, instead of a code.'),
  })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    message: 'Send either code or passkey.',
  })
  .meta({ id: 'SecondFactorRequest', oneOf: [{ required: ['code'] }, { required: ['passkey'] }] });

/** The second step of signing in with a password. */
@ApiTags('auth')
@Access('public')
@Controller('auth')
export class SecondFactorController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly secondStep: SecondStepService,
  ) {}

  /**
   * Completes a sign-in. `POST /auth/login` has set a cookie that this request must carry. The
   * response sets the two cookies of the session.
   */
  @Post('second-factor')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Signed in.' })
  @ApiTextErrors({
    401: 'The code or passkey is wrong or already used, or the password has to be entered again.',
    403: 'The server does not accept passwords.',
    404: 'Authentication is off.',
    429: 'Too many wrong codes, or too many attempts came from this address; see `Retry-After`.',
  })
  @ApiInvalidRequest()
  async complete(
    @Body({ schema: secondFactorBody }) { code, passkey }: z.output<typeof secondFactorBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const ticket = readCookie(request.headers.cookie, TICKET_COOKIE);
    const tokens = passkey
      ? await this.secondStep.completeWithPasskey(ticket, passkey, this.readParty(request))
      : await this.secondStep.completeWithCode(ticket, code ?? '');
    const { cookies } = this.env.auth;
    setSessionCookies(response, cookies, tokens);
    clearCookie(response, cookies, TICKET_COOKIE);
  }

  /**
   * Returns what the browser needs to ask for a passkey of the user who has entered the password.
   */
  @Post('second-factor/options')
  @HttpCode(200)
  @ApiOkResponse({ description: 'A `PublicKeyCredentialRequestOptionsJSON`.' })
  @ApiTextErrors({
    401: 'The password has to be entered again.',
    403: 'The server does not accept passwords.',
    404: 'Authentication is off.',
    422: 'The server was addressed by an IP address.',
    429: 'Too many attempts came from this address; see `Retry-After`.',
  })
  startPasskey(@Req() request: Request): Promise<object> {
    const ticket = readCookie(request.headers.cookie, TICKET_COOKIE);
    return this.secondStep.startPasskey(ticket, this.readParty(request));
  }

  private readParty(request: Request): RelyingParty {
    return toRelyingParty(getPublicOrigin(this.env, request));
  }
}

import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { ENV } from '../../../config/config.module.js';
import type { Env } from '../../../config/env.js';
import {
  clearCookie,
  readCookie,
  setSessionCookies,
  TICKET_COOKIE,
} from '../../sessions/session-cookies.js';
import { SecondStepService } from '../second-step.service.js';

const codeBody = z
  .object({
    code: z
      .string()
      .max(100)
      .describe('The six digits that the authenticator app shows, or a recovery code.'),
  })
  .meta({ id: 'SecondFactorDto' });

/** The second step of signing in with a password. */
@ApiTags('auth')
@RequiredRole('public')
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
    401: 'The code is wrong or already used, or the password has to be entered again.',
    403: 'The server does not accept passwords.',
    404: 'Authentication is off.',
    429: 'Too many wrong codes, or too many attempts came from this address; see `Retry-After`.',
  })
  @ApiInvalidRequest()
  async complete(
    @Body({ schema: codeBody }) { code }: z.output<typeof codeBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const ticket = readCookie(request.headers.cookie, TICKET_COOKIE);
    const tokens = await this.secondStep.completeWithCode(ticket, code);
    const { cookies } = this.env.auth;
    setSessionCookies(response, cookies, tokens);
    clearCookie(response, cookies, TICKET_COOKIE);
  }
}

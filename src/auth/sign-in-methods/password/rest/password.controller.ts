import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../../kernel/errors/api-errors.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';
import { TICKET_SECONDS } from '../../../second-factor/tickets/sign-in-tickets.service.js';
import { setCookie, setSessionCookies, TICKET_COOKIE } from '../../../sessions/session-cookies.js';
import { PasswordSignInService } from '../password-sign-in.service.js';
import { SecondStep } from './second-step.dto.js';

/** Nothing is required here, because a missing field gets the same response as a wrong one. */
const loginBody = z
  .object({
    email: z.string().nullish().describe('Case-insensitive.'),
    password: z.string().nullish(),
  })
  .meta({ id: 'LoginRequest' });

/** Sign-in with a password. */
@ApiTags('auth')
@Access('public')
@Controller('auth')
export class PasswordController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly password: PasswordSignInService,
  ) {}

  /**
   * Signs in with an email address and a password. The response sets the two cookies of the
   * session. If the account has a second factor, it sets the cookie of the second step instead.
   */
  @Post('login')
  @HttpCode(204)
  @ApiOperation({ operationId: 'AuthController_login' })
  @ApiNoContentResponse({ description: 'Signed in.' })
  @ApiOkResponse({
    type: SecondStep,
    description: 'Not signed in yet: send the second factor to `POST /auth/second-factor`.',
  })
  @ApiTextErrors({
    401: 'The email address or password is missing or wrong.',
    403: 'The server does not accept passwords.',
    404: 'Authentication is off.',
    429: 'The account is locked, or too many attempts came from this address; see `Retry-After`.',
  })
  @ApiInvalidRequest()
  async login(
    @Body({ schema: loginBody }) { email, password }: z.output<typeof loginBody>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SecondStep | undefined> {
    const outcome = await this.password.signIn({ email, password });
    const { cookies } = this.env.auth;
    if ('tokens' in outcome) {
      setSessionCookies(response, cookies, outcome.tokens);
      return undefined;
    }
    const { ticket: value, secondFactors } = outcome;
    const ticket = { name: TICKET_COOKIE, value, maxAgeSeconds: TICKET_SECONDS };
    setCookie(response, cookies, { ...ticket, sameSite: 'strict' });
    response.status(200);
    return { second_factors: secondFactors };
  }
}

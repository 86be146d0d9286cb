import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { RequiredRole } from '../../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../../common/errors/api-errors.js';
import { ENV } from '../../../../config/config.module.js';
import type { Env } from '../../../../config/env.js';
import { setSessionCookies } from '../../../sessions/session-cookies.js';
import { PasswordSignInService } from '../password-sign-in.service.js';

/** Nothing is required here, because a missing field gets the same response as a wrong one. */
const loginBody = z
  .object({
    email: z.string().nullish().describe('Case-insensitive.'),
    password: z.string().nullish(),
  })
  .meta({ id: 'LoginDto' });

/** Sign-in with a password. */
@ApiTags('auth')
@RequiredRole('public')
@Controller('auth')
export class PasswordController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly password: PasswordSignInService,
  ) {}

  /**
   * Signs in with an email address and a password. The response sets the two cookies of the
   * session.
   */
  @Post('login')
  @HttpCode(204)
  @ApiOperation({ operationId: 'AuthController_login' })
  @ApiNoContentResponse({ description: 'Signed in.' })
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
  ): Promise<void> {
    const { tokens } = await this.password.signIn({ email, password });
    setSessionCookies(response, this.env.auth.cookies, tokens);
  }
}

import {
  Body,
  type CanActivate,
  Controller,
  HttpCode,
  Inject,
  Injectable,
  Post,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../../kernel/errors/api-errors.js';
import { NotFoundError } from '../../../../kernel/errors/errors.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';
import { setSessionCookies } from '../../../sessions/session-cookies.js';
import { LdapSignInService } from '../ldap-sign-in.service.js';

/** Nothing is required here, because a missing field gets the same response as a wrong one. */
const ldapLoginBody = z
  .object({
    username: z.string().nullish().describe('User name in the directory.'),
    password: z.string().nullish(),
  })
  .meta({ id: 'LdapLoginRequest' });

/** Responds with 404 if there is no directory, whatever the body contains. */
@Injectable()
export class LdapConfiguredGuard implements CanActivate {
  constructor(@Inject(ENV) private readonly env: Env) {}

  canActivate(): boolean {
    if (this.env.ldap) return true;
    throw new NotFoundError('Not Found');
  }
}

/** Sign-in with an account of the organization's directory. */
@ApiTags('auth')
@Access('public')
@UseGuards(LdapConfiguredGuard)
@Controller('auth/ldap')
export class LdapController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly ldap: LdapSignInService,
  ) {}

  /** Signs in with a directory's user name and password. The response sets the cookies. */
  @Post('login')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Signed in.' })
  @ApiTextErrors({
    401: 'The user name or password is missing or wrong, or the user is not allowed to sign in.',
    404: 'No directory is configured, or authentication is off.',
    429: 'The account is locked, or too many attempts came from this address; see `Retry-After`.',
    503: 'The directory cannot be reached. The attempt does not count as a failure.',
  })
  @ApiInvalidRequest()
  async login(
    @Body({ schema: ldapLoginBody }) { username, password }: z.output<typeof ldapLoginBody>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { tokens } = await this.ldap.signIn({ username, password });
    setSessionCookies(response, this.env.auth.cookies, tokens);
  }
}

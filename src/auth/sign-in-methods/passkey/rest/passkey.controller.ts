import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../../kernel/errors/api-errors.js';
import { getPublicOrigin } from '../../../../kernel/http/public-origin.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';
import { usedCredential } from '../../../second-factor/passkeys/credential.js';
import {
  type RelyingParty,
  toRelyingParty,
} from '../../../second-factor/passkeys/relying-party.js';
import { setSessionCookies } from '../../../sessions/session-cookies.js';
import { PasskeySignInService } from '../passkey-sign-in.service.js';

const passkeyBody = z
  .object({ passkey: usedCredential.describe('The challenge that the passkey signed.') })
  .meta({ id: 'PasskeyLoginRequest' });

/** Sign-in with a passkey alone. */
@ApiTags('auth')
@Access('public')
@Controller('auth/passkey')
export class PasskeyController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly passkeys: PasskeySignInService,
  ) {}

  /** Returns what the browser needs to ask for a passkey. */
  @Post('options')
  @HttpCode(200)
  @ApiOkResponse({ description: 'A `PublicKeyCredentialRequestOptionsJSON`.' })
  @ApiTextErrors({
    403: 'The server does not accept passwords, and so has no local accounts.',
    404: 'Authentication is off.',
    422: 'The server was addressed by an IP address.',
    429: 'Too many attempts came from this address; see `Retry-After`.',
  })
  begin(@Req() request: Request): Promise<object> {
    return this.passkeys.begin(this.readParty(request));
  }

  /** Signs in with a passkey. The response sets the two cookies of the session. */
  @Post('login')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Signed in.' })
  @ApiTextErrors({
    401: 'The passkey is unknown, did not verify the user, or signed another challenge.',
    403: 'The server does not accept passwords, and so has no local accounts.',
    404: 'Authentication is off.',
    429: 'Too many attempts came from this address; see `Retry-After`.',
  })
  @ApiInvalidRequest()
  async login(
    @Body({ schema: passkeyBody }) { passkey: credential }: z.output<typeof passkeyBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const party = this.readParty(request);
    const { tokens } = await this.passkeys.signIn({ credential, party });
    setSessionCookies(response, this.env.auth.cookies, tokens);
  }

  private readParty(request: Request): RelyingParty {
    return toRelyingParty(getPublicOrigin(this.env, request));
  }
}

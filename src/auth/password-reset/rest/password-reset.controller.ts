import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { PasswordResetService } from '../password-reset.service.js';

/** Nothing is required here: the service answers missing fields. */
const passwordResetEmailBody = z
  .object({ email: z.string().nullish().describe('Compared without case.') })
  .meta({ id: 'PasswordResetEmailDto' });

const passwordResetBody = z
  .object({
    token: z.string().nullish().describe('The parameter `token` of the link in the mail.'),
    password: z.string().nullish().describe('The new password.'),
  })
  .meta({ id: 'PasswordResetDto' });

const COMMON = {
  403: 'Passwords are not accepted by this server.',
  404: 'Authentication is off.',
  429: 'Too many requests; see `Retry-After`.',
};

/** Public, because people who forgot their password cannot sign in. */
@ApiTags('auth')
@RequiredRole('public')
@Controller('auth')
export class PasswordResetController {
  constructor(private readonly reset: PasswordResetService) {}

  /** Sends a link for a new password; the answer is the same whether anybody has the address. */
  @Post('password-reset-email')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Sent, if there is somebody to send it to.' })
  @ApiTextErrors({ ...COMMON, 503: 'The server cannot send mail.' })
  @ApiInvalidRequest()
  async request(
    @Body({ schema: passwordResetEmailBody }) { email }: z.output<typeof passwordResetEmailBody>,
  ): Promise<void> {
    await this.reset.request(email);
  }

  /** Sets a new password with the token of such a link; it ends the sessions of the user. */
  @Post('password-reset')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The new password can be used.' })
  @ApiTextErrors({ ...COMMON, 401: 'The token is not good, or not any more.' })
  @ApiInvalidRequest()
  async complete(
    @Body({ schema: passwordResetBody }) { token, password }: z.output<typeof passwordResetBody>,
  ): Promise<void> {
    await this.reset.complete(token, password);
  }
}

import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { PasswordResetService } from '../password-reset.service.js';

/** The service reports missing fields, in words that published clients show. */
const passwordResetEmailBody = z
  .object({ email: given().describe('Case-insensitive.') })
  .meta({ id: 'PasswordResetEmailRequest', required: ['email'] });

const passwordResetBody = z
  .object({
    token: given().describe('The parameter `token` of the link in the email.'),
    password: given().describe('The new password.'),
  })
  .meta({ id: 'PasswordResetRequest', required: ['token', 'password'] });

/** A text that is missing only by mistake. */
function given() {
  return z.string().nullish().meta({ nullable: false, minLength: 1 });
}

const COMMON = {
  403: 'The server does not accept passwords.',
  404: 'Authentication is off.',
  429: 'Too many requests; see `Retry-After`.',
};

/** Public, because users who forgot their password cannot sign in. */
@ApiTags('auth')
@Access('public')
@Controller('auth')
export class PasswordResetController {
  constructor(private readonly reset: PasswordResetService) {}

  /** Sends a password reset link. The response does not show whether a user has the address. */
  @Post('password-reset-email')
  @HttpCode(204)
  @ApiNoContentResponse({
    description: 'The link is sent if a user with a password has the address.',
  })
  @ApiTextErrors({ ...COMMON, 503: 'The server cannot send email.' })
  @ApiInvalidRequest()
  async request(
    @Body({ schema: passwordResetEmailBody }) { email }: z.output<typeof passwordResetEmailBody>,
  ): Promise<void> {
    await this.reset.request(email);
  }

  /** Sets a new password with the token of a reset link. Ends the user's sessions. */
  @Post('password-reset')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The password has been changed.' })
  @ApiTextErrors({ ...COMMON, 401: 'The token is invalid or expired.' })
  @ApiInvalidRequest()
  async complete(
    @Body({ schema: passwordResetBody }) { token, password }: z.output<typeof passwordResetBody>,
  ): Promise<void> {
    await this.reset.complete(token, password);
  }
}

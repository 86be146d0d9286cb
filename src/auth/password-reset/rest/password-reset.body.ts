import { z } from 'zod';

/** Nothing is required here: the service answers missing fields. */
export const passwordResetEmailBody = z
  .object({ email: z.string().nullish().describe('Compared without case.') })
  .meta({ id: 'PasswordResetEmailDto' });

export const passwordResetBody = z
  .object({
    token: z.string().nullish().describe('The parameter `token` of the link in the mail.'),
    password: z.string().nullish().describe('The new password.'),
  })
  .meta({ id: 'PasswordResetDto' });

import { z } from 'zod';

/** Nothing is required here: a missing field is answered like a wrong one. */
export const loginBody = z
  .object({
    email: z.string().nullish().describe('Compared without case.'),
    password: z.string().nullish(),
  })
  .meta({ id: 'LoginDto' });

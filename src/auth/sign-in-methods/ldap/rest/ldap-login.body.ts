import { z } from 'zod';

/** Nothing is required here: a missing field is answered like a wrong one. */
export const ldapLoginBody = z
  .object({
    username: z.string().nullish().describe('The name that the directory knows the person by.'),
    password: z.string().nullish(),
  })
  .meta({ id: 'LdapLoginDto' });

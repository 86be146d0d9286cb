import { z } from 'zod';

/** Which sessions to delete. */
export const deleteSessionsBody = z
  .object({
    session_identifiers: z
      .array(z.string())
      .describe('Either all global ids, or all ids that the application sent.'),
  })
  .meta({ id: 'DeleteSessionsDto' });

export type DeleteSessionsBody = z.output<typeof deleteSessionsBody>;

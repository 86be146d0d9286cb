import { z } from 'zod';

/** The traces to move, and their destination. */
export const transferTracesBody = z
  .object({
    trace_identifiers: z
      .array(z.string())
      .min(1)
      .describe("Global IDs, senders' trace IDs, or both."),
    destination_project_identifier: z.string().describe('Global ID or name of the project.'),
  })
  .meta({ id: 'TransferTracesDto' });

export type TransferTracesBody = z.output<typeof transferTracesBody>;

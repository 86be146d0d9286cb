interface QueuedMail {
  state: string;
  data: Record<string, unknown>;
  output: unknown;
}

/** Returns the emails in the queue, optionally only those in one state. */
export function queuedMails(
  database: { sql<Row>(text: string, parameters?: unknown[]): Promise<Row[]> },
  state: string | null = null,
): Promise<QueuedMail[]> {
  return database.sql<QueuedMail>(
    `SELECT state, data, output FROM public_jobs.job
     WHERE name = 'mail' AND ($1::text IS NULL OR state::text = $1)`,
    [state],
  );
}

import { JobQueueService } from './built.js';
import type { TestServer } from './server.js';

/**
 * Lets a server look for the jobs of a queue now, also for those that failed. On its own, it looks every
 * five seconds.
 */
export async function wakeJobs(server: TestServer, queue: string): Promise<void> {
  await server.sql(
    "UPDATE public_jobs.job SET start_after = now() WHERE name = $1 AND state::text = 'retry'",
    [queue],
  );
  server.app.get(JobQueueService, { strict: false }).wake(queue);
}

/** Sends a job that says that there is work, as servers do when they start, and begins it. */
export async function startJob(server: TestServer, queue: string): Promise<void> {
  const query = async (text: string, values?: unknown[]) => ({
    rows: await server.sql(text, values),
  });
  await server.app.get(JobQueueService, { strict: false }).send(queue, { query });
  await wakeJobs(server, queue);
}

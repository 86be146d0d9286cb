import type { EntityManager } from 'typeorm';

/**
 * Log records follow the traces that they name, but only those of the project of the trace: anyone can name a
 * trace of others. Their table is on the coordinator of a cluster, so projects are read before.
 */
interface TraceProject {
  traceId: string;
  projectId: number;
}

/** The parameters of `OF_TRACES`. */
async function readProjects(
  tx: EntityManager,
  traceIds: readonly string[],
): Promise<[string[], number[]]> {
  const rows = await tx.query<TraceProject[]>(
    `SELECT trace_id AS "traceId", project_id AS "projectId" FROM traces WHERE trace_id = ANY($1)`,
    [traceIds],
  );
  return [rows.map(({ traceId }) => traceId), rows.map(({ projectId }) => projectId)];
}

const OF_TRACES = `unnest($1::text[], $2::bigint[]) AS t (trace_id, project_id)
   WHERE l.trace_id = t.trace_id AND l.project_id = t.project_id`;

/** Deletes the log records of locked traces that are about to be deleted, or to lose their texts. */
export async function deleteLogsOfTraces(
  tx: EntityManager,
  traceIds: readonly string[],
): Promise<void> {
  await tx.query(`DELETE FROM log_records l USING ${OF_TRACES}`, await readProjects(tx, traceIds));
}

/** Deletes the log records of spans of a locked trace. */
export async function deleteLogsOfSpans(
  tx: EntityManager,
  traceId: string,
  spanIds: readonly string[],
): Promise<void> {
  const projects = await readProjects(tx, [traceId]);
  await tx.query(`DELETE FROM log_records l USING ${OF_TRACES} AND l.span_id = ANY($3)`, [
    ...projects,
    spanIds,
  ]);
}

/** Moves the log records of locked traces that are about to move to another project. */
export async function moveLogsOfTraces(
  tx: EntityManager,
  traceIds: readonly string[],
  projectId: number,
): Promise<void> {
  const projects = await readProjects(tx, traceIds);
  for (const table of ['log_records', 'waiting_events']) {
    await tx.query(`UPDATE ${table} l SET project_id = $3 FROM ${OF_TRACES}`, [
      ...projects,
      projectId,
    ]);
  }
}

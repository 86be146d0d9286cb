/**
 * All advisory locks that servers take, in one place so that no two share a number. The first one spells "spandrel"
 * on a phone keypad, so other programs are unlikely to use these numbers. A new lock comes last and takes the number
 * after the last one. Numbers never change and are never used again, because servers of two versions run side by side.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations run. */
  migrations: 77263735,
  /** Held while the built-in users are created. */
  builtInUsers: 77263736,
  /** Held while an administrator is deleted or demoted. */
  administrators: 77263737,
  /** Held while stored secrets change. */
  secrets: 77263739,
  /** Held while queued uploads are counted. */
  datasetUploads: 77263740,
  /** Held while the annotation configs of a project are replaced. */
  projectAnnotationConfigs: 77263741,
  /** Held while spans are indexed. */
  spanIndex: 77263742,
  /** Held while the built-in models are updated. */
  builtInModels: 77263743,
  /** Held while the cost of spans is calculated. */
  spanCosts: 77263744,
  /** Held while the cost of stored spans is calculated again. */
  costRecalculations: 77263745,
  /** Held while the figures of projects are rolled up. */
  rollups: 77263750,
  /** Held while spans to evaluate are selected. */
  evaluationSelection: 77263751,
  /** Held while tables are vacuumed because storage is short. */
  storageVacuum: 77263752,
  /** Together with the hash of a distributed trace: held while spans of it are stored. */
  writtenTraces: 77263754,
  /** Together with the hash of an address: held while an application from it is registered. */
  clientRegistrations: 77263755,
  /** Held while alert rules are evaluated. */
  alerts: 77263756,
  /** Held while sampling decides about traces. */
  sampling: 77263758,
  /** Held while events that were sent as log records are joined with their spans. */
  joinedEvents: 77263759,
} as const;

type LockName = keyof typeof ADVISORY_LOCKS;

/** Waits for a lock, and holds it until the transaction ends. */
export async function holdLock(
  tx: { query(sql: string, parameters: unknown[]): Promise<unknown> },
  name: LockName,
): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS[name]]);
}

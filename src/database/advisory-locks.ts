/**
 * Advisory locks that servers of one database take, kept together so that no two share a number. The
 * first one spells "spandrel" on a phone; another program in the database is unlikely to take any.
 */
export const ADVISORY_LOCKS = {
  /** Tables are being brought up to date. */
  migrations: 77263735,
  /** The users that every server has are being made. */
  builtInUsers: 77263736,
  /** An administrator is being deleted or demoted. */
  administrators: 77263737,
  /** Stored secrets are being changed. */
  secrets: 77263739,
  /** It is being counted how many uploads wait. */
  datasetUploads: 77263740,
} as const;

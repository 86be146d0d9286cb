import { getSqlState, isTransient, isUnreachable } from '../kernel/errors/database-errors.js';
import type { Blocker } from './migration-watch.js';

const LOCK_NOT_AVAILABLE = '55P03';

/** Returns whether a migration failed only because others use the tables, so that a retry can succeed. */
export function isLockedOut(error: unknown): boolean {
  return getSqlState(error) === LOCK_NOT_AVAILABLE || isTransient(error);
}

/** The advice for a failed migration, by SQLSTATE. */
const ADVICE: Record<string, string> = {
  '53100': 'The disk of the database is full. Make room on it, then start again.',
  '42501':
    'The role needs USAGE and CREATE on the schema, and has to own the tables in it. Connect as the ' +
    'role that created them, or make this one a member of it with GRANT, then start again.',
  '57014': 'Somebody canceled it, or a statement_timeout of the role did. Start again.',
  '53200': 'The database is out of memory. Give it more, then start again.',
};

const UNEXPECTED =
  'If somebody changed the tables by hand, undo that and start again. Otherwise, go on with the ' +
  'version before, and report this message.';

interface Failure {
  /** Set if the server may not run migrations: how many others are missing. */
  others?: number;
  reason?: unknown;
  /** Whether the migration is one transaction, so that nothing of it is left. */
  transaction?: boolean;
  /** Whether older servers stop working after a part of it. */
  isBreaking?: boolean;
  blockers?: Blocker[];
}

/** A migration that could not be run. The message names it, the cause, and what to do. */
export class MigrationError extends Error {
  /** @param migration null if it is not known yet which one would be next. */
  constructor(migration: string | null, failure: Failure) {
    super(describe(migration, failure));
  }
}

/** The database was upgraded by a version with which this one cannot share it. */
export class NewerDatabaseError extends Error {
  /** @param cause what this version could not do, if the migration itself lets it share the database. */
  constructor(migration: string, cause?: Error) {
    const reason = cause ? `: ${cause.message}.` : ' any longer.';
    super(
      `A newer version has upgraded the database, with the migration ${migration}, and this version ` +
        `cannot use it${reason}\nStart the newer version. To go back to this one, restore a backup ` +
        'from before the upgrade.',
      { cause },
    );
  }
}

function describe(migration: string | null, failure: Failure): string {
  const { others, reason, transaction = true, isBreaking = false, blockers = [] } = failure;
  if (others !== undefined) {
    const more = others === 0 ? '' : ` and ${others} more`;
    return (
      `The database lacks the migration ${migration}${more}, and SPANDREL_DANGEROUSLY_DISABLE_MIGRATIONS ` +
      'keeps this server from running it.\nStart one server without that variable first.'
    );
  }
  if (migration === null) {
    return 'Stopped while another server was running migrations. Start again.';
  }
  const left = transaction
    ? 'Nothing of this migration is left in the database.'
    : 'The next start goes on after its finished steps.';
  const isShared = transaction || !isBreaking;
  const after = isShared ? `${left} The version before can still use the database.` : left;
  if (reason === 'interrupted') {
    return `The migration ${migration} was interrupted. Start again.\n${after}`;
  }
  const cause = reason instanceof Error ? reason.message : String(reason);
  return `The migration ${migration} failed: ${cause}.\n${advise(reason, blockers)}\n${after}`;
}

function advise(reason: unknown, blockers: readonly Blocker[]): string {
  if (isLockedOut(reason)) return adviseOnLock(blockers);
  if (isUnreachable(reason)) return 'The connection to the database was lost. Start again.';
  return ADVICE[getSqlState(reason) ?? ''] ?? UNEXPECTED;
}

function adviseOnLock(blockers: readonly Blocker[]): string {
  if (blockers.length === 0) {
    return 'Other transactions kept locking the tables it changes. Start again when fewer are open.';
  }
  const sessions = blockers.map(({ pid, program, seconds }) => {
    const age = seconds === null ? '' : `, open for ${seconds} s`;
    return `${pid} (${program}${age})`;
  });
  return (
    `It did not get its locks, because of the transactions of these processes: ${sessions.join(', ')}. ` +
    'Wait until they end, or end them with SELECT pg_terminate_backend(…), then start again.'
  );
}

import { Tooltip } from '@mantine/core';
import { isExpired } from './key-expiry.js';
import { formatAbsolute } from '../../lib/time/time.js';
import { RelativeTime } from '../data-display/relative-time.js';
import classes from './key-cells.module.css';

/** The first characters of a key, which identify it. */
export function KeyPrefix({ prefix }: { prefix: string }) {
  return <span className={classes.prefix}>{prefix}…</span>;
}

/** When a key expires, or that it has expired. */
export function KeyExpiry({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <span className={classes.none}>never</span>;
  if (!isExpired(expiresAt)) return <RelativeTime time={expiresAt} />;
  return (
    <Tooltip label={`Expired ${formatAbsolute(expiresAt)}`}>
      <span className={classes.expired}>expired</span>
    </Tooltip>
  );
}

/** When a key was last used. */
export function KeyLastUse({ lastUsedAt }: { lastUsedAt: string | null }) {
  return lastUsedAt === null ? (
    <span className={classes.none}>never</span>
  ) : (
    <RelativeTime time={lastUsedAt} />
  );
}

/** The only project that a key can be used for. */
export function KeyProject({ project }: { project: { name: string } | null }) {
  return project === null ? (
    <span className={classes.none}>all</span>
  ) : (
    <span title={project.name}>{project.name}</span>
  );
}

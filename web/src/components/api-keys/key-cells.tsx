import { Tooltip } from '@mantine/core';
import { isExpired } from './key-expiry.js';
import { formatAbsolute } from '../../lib/time/time.js';
import { RelativeTime } from '../data-display/relative-time.js';
import classes from './key-cells.module.css';

/** The first characters of a key, which identify it. */
export function KeyPrefix({ prefix }: { prefix: string }) {
  return <span className={classes.prefix}>{prefix}…</span>;
}

/** The expiry time of a key, or a note that it has expired. */
export function KeyExpiry({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <span className={classes.none}>never</span>;
  if (!isExpired(expiresAt)) return <RelativeTime time={expiresAt} />;
  return (
    <Tooltip label={`Expired ${formatAbsolute(expiresAt)}`}>
      <span className={classes.expired}>expired</span>
    </Tooltip>
  );
}

/** The time of a key’s last use. */
export function KeyLastUse({ lastUsedAt }: { lastUsedAt: string | null }) {
  return lastUsedAt === null ? (
    <span className={classes.none}>never</span>
  ) : (
    <RelativeTime time={lastUsedAt} />
  );
}

/** The project a key is limited to. */
export function KeyProject({ project }: { project: { name: string } | null }) {
  return project === null ? (
    <span className={classes.none}>all</span>
  ) : (
    <span title={project.name}>{project.name}</span>
  );
}

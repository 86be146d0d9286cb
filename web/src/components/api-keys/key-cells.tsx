import { Tooltip } from '@mantine/core';
import { isExpired } from './key-expiry.js';
import { formatAbsolute } from '../../lib/time/time.js';
import { RelativeTime } from '../data-display/relative-time.js';
import classes from './key-cells.module.css';

/** The beginning of a key, by which it is told from others. */
export function KeyPrefix({ prefix }: { prefix: string }) {
  return <span className={classes.prefix}>{prefix}…</span>;
}

/** When a key ends, or that it did. */
export function KeyExpiry({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <span className={classes.none}>never</span>;
  if (!isExpired(expiresAt)) return <RelativeTime time={expiresAt} />;
  return (
    <Tooltip label={`Refused since ${formatAbsolute(expiresAt)}`}>
      <span className={classes.expired}>expired</span>
    </Tooltip>
  );
}

/** When a key was last accepted. */
export function KeyLastUse({ lastUsedAt }: { lastUsedAt: string | null }) {
  return lastUsedAt === null ? (
    <span className={classes.none}>never</span>
  ) : (
    <RelativeTime time={lastUsedAt} />
  );
}

/** The one project a key is for. */
export function KeyProject({ project }: { project: { name: string } | null }) {
  return project === null ? (
    <span className={classes.none}>all</span>
  ) : (
    <span title={project.name}>{project.name}</span>
  );
}

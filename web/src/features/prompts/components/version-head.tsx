import type { ReactNode } from 'react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { VersionDetail } from '../../../components/prompt-editor/version.js';
import { usePrompt } from './prompt-context.js';
import classes from './version-head.module.css';
import { VersionTags } from './version-tags.js';

interface VersionHeadProps {
  version: VersionDetail;
  /** Buttons for the version. */
  actions?: ReactNode;
}

/** The number, tags and note of a version. */
export function VersionHead({ version, actions }: VersionHeadProps) {
  const { newestVersion } = usePrompt();
  const { id, sequenceNumber, description, user, createdAt } = version;
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <h2 className={classes.title}>Version {sequenceNumber}</h2>
        {id === newestVersion ? <span className={classes.dimmed}>latest</span> : null}
        <VersionTags versionId={id} />
        <span className={classes.dimmed}>
          {user ? `${user.username}, ` : ''}
          <RelativeTime time={createdAt} />
        </span>
        {actions ? <span className={classes.actions}>{actions}</span> : null}
      </div>
      {description ? (
        <p className={classes.note} dir="auto">
          {description}
        </p>
      ) : null}
    </div>
  );
}

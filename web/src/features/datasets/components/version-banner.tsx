import { Button } from '@mantine/core';
import { History } from 'lucide-react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useVersion } from '../api/version.js';
import { useDataset } from './dataset-context.js';
import classes from './version-banner.module.css';

interface VersionBannerProps {
  versionId: string;
  onLatest: () => void;
}

/** Says that it is not the present state that is looked at, which version it is, and the way back. */
export function VersionBanner({ versionId, onLatest }: VersionBannerProps) {
  const { id, newestVersion } = useDataset();
  const { version, isMissing } = useVersion(id, versionId);
  const isNewest = versionId === newestVersion;
  return (
    <section className={classes.banner} aria-label="Version shown">
      <History size={15} aria-hidden />
      <span className={classes.text}>
        {version ? (
          <>
            <b>Version {version.sequenceNumber}</b>
            {isNewest ? ', the newest so far' : ''} ·{' '}
            {formatPlural(version.exampleCount, 'example')}
            {' · '}
            <RelativeTime time={version.createdAt} />
            {version.user ? ` by ${version.user.username}` : ''}
            {version.description ? (
              <span className={classes.note} title={version.description}>
                {' · '}
                {version.description}
              </span>
            ) : null}
          </>
        ) : null}
        {isMissing ? 'This version is not one of this dataset.' : null}
        {version || isMissing ? null : 'An earlier version'}
        <span className={classes.hint}> · Versions can only be looked at.</span>
      </span>
      <Button variant="default" size="compact-sm" onClick={onLatest}>
        Back to the latest
      </Button>
    </section>
  );
}

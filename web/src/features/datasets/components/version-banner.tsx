import { Button } from '@mantine/core';
import { History } from 'lucide-react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useDatasetVersion } from '../api/versions-list.js';
import { useDataset } from './dataset-context.js';
import classes from './version-banner.module.css';

interface VersionBannerProps {
  versionId: string;
  onLatest: () => void;
}

/** Says which earlier version is shown, with a button that returns to the latest one. */
export function VersionBanner({ versionId, onLatest }: VersionBannerProps) {
  const { id, newestVersion } = useDataset();
  const { version, isMissing } = useDatasetVersion(id, versionId);
  const isNewest = versionId === newestVersion;
  return (
    <section className={classes.banner} aria-label="Version shown">
      <History size={15} aria-hidden />
      <span className={classes.text}>
        {version ? (
          <>
            <b>Version {version.sequenceNumber}</b>
            {isNewest ? ', currently the latest' : ''} ·{' '}
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
        {isMissing ? 'This version does not belong to this dataset.' : null}
        {version || isMissing ? null : 'An earlier version'}
        <span className={classes.hint}> · Earlier versions are read-only.</span>
      </span>
      <Button variant="default" size="compact-sm" onClick={onLatest}>
        Back to latest
      </Button>
    </section>
  );
}

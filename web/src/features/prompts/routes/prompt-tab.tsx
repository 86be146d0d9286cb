import { Button, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import detail from '../../../components/layout/detail-page.module.css';
import { usePromptVersion } from '../../../components/prompt-editor/version.js';
import { usePromptVersionsList } from '../api/versions-list.js';
import { AboutPrompt } from '../components/about-prompt.js';
import { usePrompt, usePromptFrame } from '../components/prompt-context.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { VersionContent } from '../../../components/prompt-version/version-content.js';
import { VersionHead } from '../components/version-head.js';
import { VersionLine } from '../components/version-line.js';
import classes from './prompt-tab.module.css';

/** The number of newest versions to list; a link leads to the others. */
const SHOWN_VERSIONS = 5;

/** The newest version of a prompt, and details of the prompt. */
export function PromptTab() {
  const { newestVersion } = usePrompt();
  const { prompt, actions } = usePromptFrame();
  return (
    <div className={detail.scroller}>
      <div className={detail.page}>
        <div className={detail.main}>
          {newestVersion === undefined ? (
            <EmptyState icon={FileX} title="This prompt has no versions">
              Create the first one with “New version”.
            </EmptyState>
          ) : (
            <Newest versionId={newestVersion} />
          )}
        </div>
        <aside className={detail.about} aria-label="About this prompt">
          <AboutPrompt prompt={prompt} actions={actions} />
          <LatestVersions />
        </aside>
      </div>
    </div>
  );
}

function Newest({ versionId }: { versionId: string }) {
  const { version, error, isMissing, reload } = usePromptVersion(versionId);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (isMissing) return <EmptyState icon={FileX} title="This version has been deleted" />;
  if (!version) return <ContentSkeleton />;
  return (
    <>
      <VersionHead version={version} />
      <VersionContent version={version} />
    </>
  );
}

function LatestVersions() {
  const { id, newestVersion } = usePrompt();
  const list = usePromptVersionsList(id);
  const { refresh } = list;
  const known = useRef(newestVersion);
  useEffect(() => {
    if (known.current !== newestVersion) refresh(false);
    known.current = newestVersion;
  }, [newestVersion, refresh]);
  return (
    <PageSection title="Latest versions">
      <ul className={classes.versions}>
        {list.rows.slice(0, SHOWN_VERSIONS).map((version) => (
          <li key={version.id}>
            <VersionLine version={version} />
          </li>
        ))}
      </ul>
      {list.rows.length > SHOWN_VERSIONS ? (
        <Button
          variant="subtle"
          size="compact-sm"
          renderRoot={(props) => (
            <Link {...props} to="/prompts/$promptId/versions" params={{ promptId: id }} />
          )}
        >
          All versions
        </Button>
      ) : null}
    </PageSection>
  );
}

/** Content-sized placeholders. */
export function ContentSkeleton() {
  return (
    <Stack gap="md" aria-busy>
      <Skeleton height={28} width={160} />
      <Skeleton height={110} />
      <Skeleton height={160} />
    </Stack>
  );
}

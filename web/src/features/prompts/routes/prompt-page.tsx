import { Button, Skeleton } from '@mantine/core';
import { getRouteApi, Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import tabs from '../../../components/layout/page-tabs.module.css';
import header from '../../../components/layout/page-header.module.css';
import { showWhenActive } from '../../../lib/browser/show-when-active.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { formatCount } from '../../../lib/format/numbers.js';
import { POLL_INTERVAL_MS } from '../../../lib/data/query-client.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { type PromptFrame, PromptFrameQuery } from '../api/prompt-frame.js';
import { PromptProvider, PromptFrameProvider } from '../components/prompt-context.js';
import { PromptHeader } from '../components/prompt-header.js';
import { usePromptDialogs } from '../components/use-prompt-dialogs.js';
import { Page } from '../../../components/layout/page.js';

const route = getRouteApi('/prompts/$promptId');
const ALL_PROMPTS = { label: 'Prompts', link: { to: '/prompts' } } as const;

/** A prompt: its name and the selected tab. */
export function PromptPage() {
  const { promptId } = route.useParams();
  const { data, error, reload } = useGraphqlQuery(
    PromptFrameQuery,
    { id: promptId },
    { refetchInterval: POLL_INTERVAL_MS },
  );
  const node = data?.node;
  if (node?.__typename === 'Prompt') {
    return (
      <ProjectOfPageProvider value={node.project}>
        <PromptFrameView key={node.id} prompt={node} onChanged={reload} />
      </ProjectOfPageProvider>
    );
  }
  if (error && !isNotFound(error)) return <UnreadPrompt error={error} onRetry={reload} />;
  return (data ?? error) ? <NoSuchPrompt /> : <PromptSkeleton />;
}

function PromptFrameView({ prompt, onChanged }: { prompt: PromptFrame; onChanged: () => void }) {
  const { id, name, version, versionTags } = prompt;
  const navigate = useNavigate();
  const newestVersion = version?.id;
  const scope = useMemo(
    () => ({ id, name, newestVersion, tags: versionTags }),
    [id, name, newestVersion, versionTags],
  );
  const leave = useCallback(() => void navigate({ to: '/prompts' }), [navigate]);
  const { actions, dialogs } = usePromptDialogs(onChanged, leave);
  const frame = useMemo(() => ({ prompt, actions }), [prompt, actions]);
  useBreadcrumbs([ALL_PROMPTS, { label: name }], useTitle());
  const params = { promptId: id };

  return (
    <PromptProvider value={scope}>
      <PromptFrameProvider value={frame}>
        <Page>
          <PromptHeader prompt={prompt} actions={actions} />
          <nav className={tabs.tabs} aria-label="Prompt sections">
            <Link
              to="/prompts/$promptId"
              params={params}
              activeOptions={{ exact: true }}
              className={tabs.tab}
              ref={showWhenActive}
            >
              Prompt
            </Link>
            <Link
              to="/prompts/$promptId/versions"
              params={params}
              className={tabs.tab}
              ref={showWhenActive}
            >
              Versions{' '}
              <span className={`${tabs.count} numeric`}>{formatCount(prompt.versionCount)}</span>
            </Link>
            <Link
              to="/prompts/$promptId/config"
              params={params}
              className={tabs.tab}
              ref={showWhenActive}
            >
              Config
            </Link>
          </nav>
          <Outlet />
        </Page>
        {dialogs}
      </PromptFrameProvider>
    </PromptProvider>
  );
}

function useTitle(): string | undefined {
  const { pathname } = useLocation();
  if (pathname.endsWith('/config')) return 'Config';
  return pathname.includes('/versions') ? 'Versions' : undefined;
}

/** The frame of the page while the prompt loads. */
function PromptSkeleton() {
  return (
    <Page isBusy>
      <div className={header.header}>
        <div className={header.line}>
          <Skeleton width={220} height={16} />
        </div>
      </div>
      <div className={tabs.tabs}>
        {['Prompt', 'Versions', 'Config'].map((label) => (
          <span key={label} className={tabs.tab}>
            {label}
          </span>
        ))}
      </div>
    </Page>
  );
}

function UnreadPrompt(props: { error: RequestError; onRetry: () => void }) {
  useBreadcrumbs([ALL_PROMPTS]);
  return <ErrorState isPage {...props} />;
}

function NoSuchPrompt() {
  const navigate = useNavigate();
  useBreadcrumbs([ALL_PROMPTS, { label: 'Not found' }]);
  return (
    <EmptyState
      isPage
      icon={FileX}
      title="Prompt not found"
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/prompts' })}>
          All prompts
        </Button>
      }
    >
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  );
}

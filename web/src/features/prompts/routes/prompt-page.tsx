import { Skeleton } from '@mantine/core';
import { getRouteApi, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import header from '../../../components/layout/page-header.module.css';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { POLL_INTERVAL_MS } from '../../../lib/data/query-client.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { type PromptFrame, PromptFrameQuery } from '../api/prompt-frame.js';
import { PromptProvider, PromptFrameProvider } from '../components/prompt-context.js';
import { PromptHeader } from '../components/prompt-header.js';
import { usePromptDialogs } from '../components/use-prompt-dialogs.js';
import { Page } from '../../../components/layout/page.js';
import { MissingPage } from '../../../components/layout/missing-page.js';
import { PageTabs, PageTabsSkeleton } from '../../../components/layout/page-tabs.js';

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
  return (
    <MissingPage
      icon={FileX}
      what="Prompt"
      above={ALL_PROMPTS}
      instead={{ ...ALL_PROMPTS, label: 'All prompts' }}
      error={error}
      isAnswered={data !== undefined}
      onRetry={reload}
    >
      <PromptSkeleton />
    </MissingPage>
  );
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
          <PageTabs
            label="Prompt sections"
            tabs={[
              {
                to: '/prompts/$promptId',
                params,
                activeOptions: { exact: true },
                label: 'Prompt',
              },
              {
                to: '/prompts/$promptId/versions',
                params,
                label: 'Versions',
                count: prompt.versionCount,
              },
              { to: '/prompts/$promptId/config', params, label: 'Config' },
            ]}
          />
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
      <PageTabsSkeleton labels={['Prompt', 'Versions', 'Config']} />
    </Page>
  );
}

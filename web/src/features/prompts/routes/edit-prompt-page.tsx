import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError, isNotFound } from '../../../lib/errors/server-errors.js';
import { type PromptFrame, PromptFrameQuery } from '../api/prompt-frame.js';
import { CreateVersionMutation } from '../../../components/prompt-editor/save-mutations.js';
import { usePromptVersion, type VersionDetail } from '../../../components/prompt-editor/version.js';
import { MembersOnly } from '../components/members-only.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { VersionEditor } from '../components/version-editor.js';
import {
  createEmptyDraft,
  toVersionDraft,
} from '../../../components/prompt-editor/version-draft.js';

const route = getRouteApi('/prompts/$promptId/edit');

/** The editor for a new version, starting from the newest one or the one in the URL. */
export function EditPromptPage() {
  const { promptId } = route.useParams();
  const { data, error, reload: ask } = useGraphqlQuery(PromptFrameQuery, { id: promptId });
  const prompt = data?.node.__typename === 'Prompt' ? data.node : undefined;
  useBreadcrumbs([
    { label: 'Prompts', link: { to: '/prompts' } },
    ...(prompt
      ? [{ label: prompt.name, link: { to: '/prompts/$promptId', params: { promptId } } as const }]
      : []),
    { label: 'New version' },
  ]);
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={() => ask()} />;
  if (prompt) {
    return (
      <ProjectOfPageProvider value={prompt.project}>
        <MembersOnly>
          <EditPrompt prompt={prompt} />
        </MembersOnly>
      </ProjectOfPageProvider>
    );
  }
  return (data ?? error) ? (
    <EmptyState isPage icon={FileX} title="Prompt not found">
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  ) : null;
}

function EditPrompt({ prompt }: { prompt: PromptFrame }) {
  const { from } = route.useSearch();
  const versionId = from ?? prompt.version?.id;
  return versionId === undefined ? (
    <Editor prompt={prompt} version={undefined} />
  ) : (
    <FromVersion key={versionId} prompt={prompt} versionId={versionId} />
  );
}

function FromVersion({ prompt, versionId }: { prompt: PromptFrame; versionId: string }) {
  const { version, error, isMissing, reload } = usePromptVersion(versionId);
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? isMissing) {
    return <EmptyState isPage icon={FileX} title="Version not found" />;
  }
  return version ? <Editor prompt={prompt} version={version} /> : null;
}

interface EditorProps {
  prompt: PromptFrame;
  version: VersionDetail | undefined;
}

function Editor({ prompt, version }: EditorProps) {
  const { id: promptId, name } = prompt;
  const navigate = useNavigate();
  const [initial] = useState(() => (version ? toVersionDraft(version) : createEmptyDraft()));
  const [createVersion] = useGraphqlMutation(CreateVersionMutation, { exact: true });
  const params = { promptId };
  return (
    <VersionEditor
      initial={initial}
      title={
        version && version.id !== prompt.version?.id
          ? `New version of ${name}, from version ${version.sequenceNumber}`
          : `New version of ${name}`
      }
      label="Save version"
      onCancel={() => void navigate({ to: '/prompts/$promptId', params })}
      onSubmit={async (promptVersion, tags) => {
        const input = { promptId, promptVersion, tags };
        const { data, error } = await createVersion({ input });
        if (!data) return describeError(error).detail;
        const made = data.createChatPromptVersion.version;
        notifications.show({ message: `Version ${made?.sequenceNumber ?? ''} of ${name} saved` });
        void navigate({ to: '/prompts/$promptId', params });
        return undefined;
      }}
    />
  );
}

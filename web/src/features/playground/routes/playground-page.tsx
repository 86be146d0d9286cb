import { getRouteApi } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { toVersionDraft } from '../../../components/prompt-editor/version-draft.js';
import { usePromptVersion, type VersionDetail } from '../../../components/prompt-editor/version.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import { useFirstProvider } from '../../../components/prompt-editor/provider-keys.js';
import { useVersionChoices } from '../api/prompt-choices.js';
import { Playground } from '../components/playground.js';
import { createBlankStart, type VariantOrigin } from '../draft/playground-draft.js';

const route = getRouteApi('/playground');

/** The playground, empty or with a version of a prompt. */
export function PlaygroundPage() {
  const { promptId, promptVersionId } = route.useSearch();
  useBreadcrumbs([{ label: 'Playground' }]);
  if (promptId === undefined && promptVersionId === undefined) return <BlankPlayground />;
  return <FromPrompt key={`${promptId} ${promptVersionId}`} {...{ promptId, promptVersionId }} />;
}

function BlankPlayground() {
  const provider = useFirstProvider();
  return provider ? <WithProvider provider={provider} /> : null;
}

function WithProvider({ provider }: { provider: ModelProvider }) {
  const [start] = useState(() => createBlankStart(provider));
  return <Playground source="blank" start={start} />;
}

interface FromPromptProps {
  promptId: string | undefined;
  /** The newest version if undefined. */
  promptVersionId: string | undefined;
}

function FromPrompt({ promptId, promptVersionId }: FromPromptProps) {
  const { prompt, isMissing, error, reload } = useVersionChoices(promptId);
  const versionId = promptVersionId ?? prompt?.version?.id;
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? (isMissing || (prompt && versionId === undefined))) return <NotFound />;
  if (versionId === undefined || (promptId !== undefined && !prompt)) return null;
  return <FromVersion prompt={prompt} versionId={versionId} />;
}

interface FromVersionProps {
  prompt: { id: string; name: string } | undefined;
  versionId: string;
}

function FromVersion({ prompt, versionId }: FromVersionProps) {
  const { version, isMissing, error, reload } = usePromptVersion(versionId);
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? isMissing) return <NotFound />;
  return version ? <WithVersion prompt={prompt} version={version} /> : null;
}

function WithVersion({
  prompt,
  version,
}: {
  prompt: FromVersionProps['prompt'];
  version: VersionDetail;
}) {
  const [start] = useState(() => {
    const chat = toVersionDraft(version);
    const { templateFormat } = chat;
    if (!prompt) return { chat, templateFormat };
    const { id: versionId, sequenceNumber } = version;
    const origin: VariantOrigin = {
      promptId: prompt.id,
      promptName: prompt.name,
      versionId,
      sequenceNumber,
    };
    return { chat, templateFormat, origin };
  });
  return <Playground source={`version-${version.id}`} start={start} />;
}

function NotFound() {
  return (
    <EmptyState isPage icon={FileX} title="Version not found">
      The link is incomplete, or the prompt has been deleted.
    </EmptyState>
  );
}

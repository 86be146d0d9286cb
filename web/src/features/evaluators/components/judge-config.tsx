import { Skeleton } from '@mantine/core';
import { FileX } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { usePromptVersion } from '../../../components/prompt-editor/version.js';
import { VersionContent } from '../../../components/prompt-version/version-content.js';
import { VersionDiff } from '../../../components/prompt-version/version-diff.js';
import { usePromptVersionOptions } from '../api/versions.js';
import type { EvaluatorSearch } from '../search.js';
import { VersionChoice } from './version-choice.js';

interface JudgeConfigProps {
  promptId: string;
  /** The version that the evaluator uses. */
  currentId: string;
  search: EvaluatorSearch;
}

/** The question to the model of an LLM judge, at any version of its prompt. */
export function JudgeConfig({ promptId, currentId, search }: JudgeConfigProps) {
  const versions = usePromptVersionOptions(promptId);
  const { version: shownId = currentId, compare } = search;
  return (
    <PageSection
      title="Prompt"
      actions={
        <VersionChoice
          versions={versions}
          currentId={currentId}
          shownId={shownId}
          comparedId={compare}
        />
      }
    >
      <Version key={`${shownId} ${compare}`} id={shownId} comparedId={compare ?? shownId} />
    </PageSection>
  );
}

function Version({ id, comparedId }: { id: string; comparedId: string }) {
  const after = usePromptVersion(id);
  const before = usePromptVersion(comparedId);
  const error = after.error ?? before.error;
  if (error) return <ErrorState error={error} onRetry={after.reload} />;
  if (after.isMissing || before.isMissing) {
    return <EmptyState icon={FileX} title="This version has been deleted" />;
  }
  if (!after.version || !before.version) return <Skeleton height={240} aria-busy />;
  return id === comparedId ? (
    <VersionContent version={after.version} />
  ) : (
    <VersionDiff before={before.version} after={after.version} />
  );
}

import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { usePromptVersion, type VersionDetail } from '../../../components/prompt-editor/version.js';
import type { StoredEvaluator } from '../api/evaluator.js';

interface WithPromptProps {
  evaluator: StoredEvaluator;
  children: (version: VersionDetail | undefined) => ReactNode;
}

/** Shows the form of an evaluator once its prompt is known, if it has one. */
export function WithPrompt({ evaluator, children }: WithPromptProps) {
  if (evaluator.__typename !== 'LLMEvaluator') return children(undefined);
  return <WithVersion versionId={evaluator.promptVersion.id}>{children}</WithVersion>;
}

function WithVersion({
  versionId,
  children,
}: Pick<WithPromptProps, 'children'> & { versionId: string }) {
  const { version, error, reload } = usePromptVersion(versionId);
  if (error) return <ErrorState isPage error={error} onRetry={reload} />;
  return version ? children(version) : null;
}

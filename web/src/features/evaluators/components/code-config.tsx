import { Skeleton } from '@mantine/core';
import { FileX } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { TextEditor } from '../../../components/text-editor/text-editor.js';
import { WordDiff } from '../../../components/word-diff/word-diff.js';
import { useCodeVersion, useCodeVersionOptions } from '../api/versions.js';
import type { Language } from '../draft/code-draft.js';
import { toEditorLanguage } from '../evaluator-texts.js';
import type { EvaluatorSearch } from '../search.js';
import classes from './code-config.module.css';
import { VersionChoice } from './version-choice.js';

interface CodeConfigProps {
  evaluatorId: string;
  language: Language;
  /** The version that the evaluator uses. */
  currentId: string;
  search: EvaluatorSearch;
}

/** The code of an evaluator, at any version. */
export function CodeConfig({ evaluatorId, language, currentId, search }: CodeConfigProps) {
  const versions = useCodeVersionOptions(evaluatorId);
  const { version: shownId = currentId, compare } = search;
  return (
    <PageSection
      title="Code"
      actions={
        <VersionChoice
          versions={versions}
          currentId={currentId}
          shownId={shownId}
          comparedId={compare}
        />
      }
    >
      <Version
        key={`${shownId} ${compare}`}
        id={shownId}
        comparedId={compare ?? shownId}
        language={language}
      />
    </PageSection>
  );
}

interface VersionProps {
  id: string;
  comparedId: string;
  language: Language;
}

function Version({ id, comparedId, language }: VersionProps) {
  const after = useCodeVersion(id);
  const before = useCodeVersion(comparedId);
  const error = after.error ?? before.error;
  if (error) return <ErrorState error={error} onRetry={after.reload} />;
  if (after.isMissing || before.isMissing) {
    return <EmptyState icon={FileX} title="This version has been deleted" />;
  }
  if (!after.version || !before.version) return <Skeleton height={200} aria-busy />;
  return id === comparedId ? (
    <TextEditor
      label="Function"
      isLabelHidden
      isReadOnly
      language={toEditorLanguage(language)}
      maxLines={40}
      value={after.version.sourceCode}
      onChange={() => undefined}
    />
  ) : (
    <div className={classes.diff}>
      <WordDiff before={before.version.sourceCode} after={after.version.sourceCode} />
    </div>
  );
}

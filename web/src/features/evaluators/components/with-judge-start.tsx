import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useFirstProvider } from '../../../components/prompt-editor/provider-keys.js';
import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import { type JudgeTemplate, useJudgeTemplates } from '../api/starting-points.js';
import { type EvaluatorStart, startJudge } from '../draft/evaluator-draft.js';
import { NotFound } from './editor-frame.js';

interface WithJudgeStartProps {
  /** An empty judge without it. */
  templateName: string | undefined;
  /** Where to go if the template does not exist. */
  datasetId?: string;
  children: (start: EvaluatorStart, title: string) => ReactNode;
}

/** Shows the form of a new LLM judge once it is known what it starts with. */
export function WithJudgeStart({ templateName, datasetId, children }: WithJudgeStartProps) {
  const { templates, error, reload } = useJudgeTemplates(templateName !== undefined);
  const provider = useFirstProvider();
  if (error) return <ErrorState isPage error={error} onRetry={reload} />;
  if (provider === undefined) return null;
  if (templateName === undefined) return <Start provider={provider}>{children}</Start>;
  if (!templates) return null;
  const template = templates.find(({ name }) => name === templateName);
  if (template) {
    return (
      <Start provider={provider} template={template}>
        {children}
      </Start>
    );
  }
  return <NotFound what="Template" {...(datasetId === undefined ? {} : { datasetId })} />;
}

interface StartProps extends Pick<WithJudgeStartProps, 'children'> {
  provider: ModelProvider;
  template?: JudgeTemplate;
}

function Start({ provider, template, children }: StartProps) {
  const [start] = useState(() => startJudge(provider, template));
  return children(start, template ? `New LLM judge: ${template.name}` : 'New LLM judge');
}

import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Notice } from '../../../components/feedback/notice.js';
import type { VersionDetail } from '../../../components/prompt-editor/version.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError, isNotFound } from '../../../lib/errors/server-errors.js';
import { type EvaluatorDetail, useStoredEvaluator } from '../api/evaluator.js';
import { AttachCodeMutation, AttachLlmMutation } from '../api/evaluator-mutations.js';
import { startAttach } from '../draft/evaluator-draft.js';
import { NotFound } from './editor-frame.js';
import { NewEvaluatorForm, type NewEvaluatorProps } from './new-evaluator-form.js';
import { WithPrompt } from './with-prompt.js';

/** The form that adds an LLM judge or code that exists to a dataset. */
export function NewAttached({
  evaluatorId,
  ...props
}: NewEvaluatorProps & { evaluatorId: string }) {
  const { evaluator, error, isMissing, reload } = useStoredEvaluator(evaluatorId);
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? (isMissing || evaluator?.kind === 'BUILTIN')) {
    return <NotFound what="Evaluator" datasetId={props.datasetId} />;
  }
  if (!evaluator) return null;
  return (
    <WithPrompt evaluator={evaluator}>
      {(version) => <AttachForm {...props} evaluator={evaluator} version={version} />}
    </WithPrompt>
  );
}

interface AttachFormProps extends NewEvaluatorProps {
  evaluator: EvaluatorDetail;
  version: VersionDetail | undefined;
}

function AttachForm({ evaluator, version, ...props }: AttachFormProps) {
  const { id: evaluatorId, kind, name } = evaluator;
  const [start] = useState(() => startAttach(evaluator, version));
  const [attachCode] = useGraphqlMutation(AttachCodeMutation, { exact: true });
  const [attachLlm] = useGraphqlMutation(AttachLlmMutation, { exact: true });
  return (
    <NewEvaluatorForm
      {...props}
      start={start}
      title={`Add evaluator: ${name}`}
      note={
        <Notice tone="info">
          It judges with{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link {...props} to="/evaluators/$evaluatorId" params={{ evaluatorId }} />
            )}
          >
            its own {kind === 'LLM' ? 'prompt, model and labels' : 'code and output'}
          </Anchor>
          , which all datasets and rules share.
        </Notice>
      }
      create={async ({ name: own, description, inputMapping }) => {
        const { datasetId } = props;
        const attach = kind === 'LLM' ? attachLlm : attachCode;
        const { error } = await attach({
          input: { datasetId, evaluatorId, name: own, description, inputMapping },
        });
        return error && describeError(error).detail;
      }}
    />
  );
}

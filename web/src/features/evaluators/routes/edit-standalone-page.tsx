import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import type { VersionDetail } from '../../../components/prompt-editor/version.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError, isNotFound } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type EvaluatorDetail, useStoredEvaluator } from '../api/evaluator.js';
import {
  CreateCodeVersionMutation,
  PatchCodeMutation,
  UpdateStandaloneLlmMutation,
} from '../api/evaluator-mutations.js';
import { NotFound } from '../components/editor-frame.js';
import { EvaluatorForm } from '../components/evaluator-form.js';
import { SharedNote } from '../components/shared-note.js';
import { WithPrompt } from '../components/with-prompt.js';
import { type EvaluatorInput, startStored } from '../draft/evaluator-draft.js';

const route = getRouteApi('/evaluators/$evaluatorId/edit');

/** The form for an LLM judge or code, whatever uses it. Viewers can only look at it. */
export function EditStandalonePage() {
  const { evaluatorId } = route.useParams();
  const { evaluator, error, isMissing, reload } = useStoredEvaluator(evaluatorId);
  useBreadcrumbs([
    { label: 'Evaluators', link: { to: '/evaluators' } },
    ...(evaluator
      ? [
          {
            label: evaluator.name,
            link: { to: '/evaluators/$evaluatorId', params: { evaluatorId } },
          } as const,
        ]
      : []),
    { label: 'Edit' },
  ]);
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? (isMissing || evaluator?.kind === 'BUILTIN')) return <NotFound what="Evaluator" />;
  if (!evaluator) return null;
  return (
    <WithPrompt key={evaluator.id} evaluator={evaluator}>
      {(version) => <EditForm evaluator={evaluator} version={version} />}
    </WithPrompt>
  );
}

interface EditFormProps {
  evaluator: EvaluatorDetail;
  /** The prompt of an LLM judge. */
  version: VersionDetail | undefined;
}

function EditForm({ evaluator, version }: EditFormProps) {
  const { id: evaluatorId, name } = evaluator;
  const [start] = useState(() => startStored(evaluator, version));
  const navigate = useNavigate();
  const update = useUpdate(evaluator);
  const { can } = useViewer();
  const leave = () => void navigate({ to: '/evaluators/$evaluatorId', params: { evaluatorId } });
  return (
    <EvaluatorForm
      start={start}
      title={can.write ? `Edit ${name}` : name}
      isReadOnly={!can.write}
      label="Save evaluator"
      note={<SharedNote evaluator={evaluator} />}
      onCancel={leave}
      onSubmit={async (input) => {
        const refusal = await update(input);
        if (refusal !== undefined) return refusal;
        notifications.show({ message: `Evaluator ${input.name} saved` });
        leave();
        return undefined;
      }}
    />
  );
}

/** Returns a function that saves an evaluator. It returns the server’s error message on failure. */
function useUpdate(evaluator: EvaluatorDetail) {
  const [updateLlm] = useGraphqlMutation(UpdateStandaloneLlmMutation, { exact: true });
  const [createVersion] = useGraphqlMutation(CreateCodeVersionMutation);
  const [patch] = useGraphqlMutation(PatchCodeMutation, { exact: true });
  const { id } = evaluator;
  return async ({ code, promptVersion, outputConfigs, ...input }: EvaluatorInput) => {
    const outputs = outputConfigs ?? [];
    if (promptVersion) {
      const content = { ...input, id, promptVersion, outputConfigs: outputs };
      const { error } = await updateLlm({ input: content });
      return error && describeError(error).detail;
    }
    // The mapping must fit the function, so the code comes first.
    const created = await createVersion({
      input: { codeEvaluatorId: id, sourceCode: code?.source ?? '' },
    });
    if (created.error) return describeError(created.error).detail;
    const description = input.description ?? '';
    const { error } = await patch({
      input: { ...input, id, description, outputConfigs: outputs },
    });
    return error && describeError(error).detail;
  };
}

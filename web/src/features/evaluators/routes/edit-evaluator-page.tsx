import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import type { VersionDetail } from '../../../components/prompt-editor/version.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError, isNotFound } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type AttachedEvaluator, useAttachedEvaluator } from '../api/evaluator.js';
import {
  CreateCodeVersionMutation,
  UpdateBuiltInMutation,
  UpdateCodeMutation,
  UpdateLlmMutation,
} from '../api/evaluator-mutations.js';
import type { TestExample } from '../api/test-examples.js';
import { EditorFrame, NotFound } from '../components/editor-frame.js';
import { EvaluatorForm } from '../components/evaluator-form.js';
import { ExperimentHistory } from '../components/score-history.js';
import { SharedNote } from '../components/shared-note.js';
import { WithPrompt } from '../components/with-prompt.js';
import { type EvaluatorInput, startEdit } from '../draft/evaluator-draft.js';

const route = getRouteApi('/datasets/$datasetId/evaluators/$evaluatorId');

/** The form for an evaluator of a dataset. Viewers can only look at it. */
export function EditEvaluatorPage() {
  const { datasetId, evaluatorId } = route.useParams();
  const { evaluator, error, isMissing, reload } = useAttachedEvaluator(evaluatorId);
  const isElsewhere = evaluator !== undefined && evaluator.dataset.id !== datasetId;
  return (
    <EditorFrame datasetId={datasetId} label={evaluator?.name ?? 'Evaluator'}>
      {(examples) => {
        if (error && !isNotFound(error)) {
          return <ErrorState isPage error={error} onRetry={reload} />;
        }
        if (error ?? (isMissing || isElsewhere)) {
          return <NotFound what="Evaluator" datasetId={datasetId} />;
        }
        if (!evaluator) return null;
        const props = { datasetId, examples, attached: evaluator };
        return (
          <WithPrompt key={evaluator.id} evaluator={evaluator.evaluator}>
            {(version) => <EditForm {...props} version={version} />}
          </WithPrompt>
        );
      }}
    </EditorFrame>
  );
}

interface EditFormProps {
  datasetId: string;
  examples: readonly TestExample[];
  attached: AttachedEvaluator;
  /** The prompt of an evaluator that asks a model. */
  version: VersionDetail | undefined;
}

function EditForm({ datasetId, examples, attached, version }: EditFormProps) {
  const [start] = useState(() => startEdit(attached, version));
  const navigate = useNavigate();
  const update = useUpdate(datasetId, attached);
  const { can } = useViewer();
  const leave = () =>
    void navigate({ to: '/datasets/$datasetId/evaluators', params: { datasetId } });
  return (
    <EvaluatorForm
      start={start}
      title={can.write ? `Edit ${attached.name}` : attached.name}
      isReadOnly={!can.write}
      label="Save evaluator"
      examples={examples}
      note={<SharedNote evaluator={attached.evaluator} />}
      aside={
        <PageSection title="Score history" note="by experiment">
          <ExperimentHistory useId={attached.id} datasetId={datasetId} />
        </PageSection>
      }
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
function useUpdate(datasetId: string, { id, evaluator }: AttachedEvaluator) {
  const [updateBuiltIn] = useGraphqlMutation(UpdateBuiltInMutation, { exact: true });
  const [updateCode] = useGraphqlMutation(UpdateCodeMutation, { exact: true });
  const [updateLlm] = useGraphqlMutation(UpdateLlmMutation, { exact: true });
  const [createVersion] = useGraphqlMutation(CreateCodeVersionMutation);
  return async ({ promptVersion, outputConfigs, code, ...rest }: EvaluatorInput) => {
    if (code && evaluator.__typename === 'CodeEvaluator' && code.source !== evaluator.sourceCode) {
      const { error } = await createVersion({
        input: { codeEvaluatorId: evaluator.id, sourceCode: code.source },
      });
      if (error) return describeError(error).detail;
    }
    const input = { ...rest, datasetEvaluatorId: id };
    const send = async () => {
      if (promptVersion) {
        const outputs = outputConfigs ?? [];
        return updateLlm({
          input: { ...input, datasetId, promptVersion, outputConfigs: outputs },
        });
      }
      const update = evaluator.kind === 'CODE' ? updateCode : updateBuiltIn;
      return update({ input: { ...input, outputConfigs } });
    };
    const { error } = await send();
    return error && describeError(error).detail;
  };
}

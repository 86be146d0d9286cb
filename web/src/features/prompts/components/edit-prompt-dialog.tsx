import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ErrorState } from '../../../components/feedback/error-state.js';
import {
  type Details,
  createDetailsDraft,
  DetailsForm,
  DetailsFormSkeleton,
} from '../../../components/forms/details-form.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { PatchPromptMutation, PromptToEditQuery } from '../api/prompt-mutations.js';

interface EditPromptDialogProps {
  /** Absent if nothing is being edited. */
  promptId: string | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes the description, metadata and project of a prompt. Its name never changes. */
export function EditPromptDialog({ promptId, onClose, onSaved }: EditPromptDialogProps) {
  return (
    <Modal
      opened={promptId !== undefined}
      onClose={onClose}
      title="Edit prompt"
      closeOnClickOutside={false}
    >
      {promptId === undefined ? null : (
        <EditPrompt promptId={promptId} onClose={onClose} onSaved={onSaved} />
      )}
    </Modal>
  );
}

function EditPrompt(props: EditPromptDialogProps & { promptId: string }) {
  const { promptId, onClose, onSaved } = props;
  const { data, error, reload } = useGraphqlQuery(
    PromptToEditQuery,
    { id: promptId },
    { exact: true },
  );
  const [patchPrompt] = useGraphqlMutation(PatchPromptMutation, { exact: true });
  const prompt = data?.node.__typename === 'Prompt' ? data.node : undefined;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!prompt) return <DetailsFormSkeleton hasName={false} />;

  const save = async ({ description, metadata, projectId }: Details) => {
    const { error: refused } = await patchPrompt({
      input: { promptId, description: description || null, metadata, projectId },
    });
    if (refused) return describeError(refused).detail;
    notifications.show({ message: `Prompt ${prompt.name} saved` });
    onSaved();
    return undefined;
  };
  return (
    <DetailsForm
      initial={createDetailsDraft(prompt)}
      hasName={false}
      label="Save prompt"
      project={prompt.project}
      onSubmit={save}
      onClose={onClose}
    />
  );
}

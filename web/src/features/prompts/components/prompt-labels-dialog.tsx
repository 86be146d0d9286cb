import { LabelsDialog } from '../../../components/labels/labels-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  ChangePromptLabelsMutation,
  CreatePromptLabelMutation,
  DeletePromptLabelsMutation,
  PatchPromptLabelMutation,
  type PromptLabel,
  usePromptLabels,
} from '../api/labels.js';
import type { NamedPrompt } from './prompt-menu.js';
import type { LabelChanges, LabelDraft } from '../../../components/labels/label.js';

interface PromptLabelsDialogProps {
  /** Absent if nothing is being labeled. */
  prompt: NamedPrompt | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Sets the labels of a prompt. */
export function PromptLabelsDialog({ prompt, onClose, onSaved }: PromptLabelsDialogProps) {
  const changes = usePromptLabelChanges({ isPaused: prompt === undefined });
  const [changeLabels] = useGraphqlMutation(ChangePromptLabelsMutation);
  return (
    <LabelsDialog
      noun="prompt"
      owner={prompt}
      changes={changes}
      save={async ({ id }, chosen, others) => {
        const { error } = await changeLabels({
          added: { promptId: id, promptLabelIds: chosen },
          removed: { promptId: id, promptLabelIds: others },
        });
        return error && describeError(error).detail;
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

/**
 * Returns all prompt labels, and functions that change them. Each returns an error message on
 * failure.
 */
function usePromptLabelChanges({ isPaused }: { isPaused: boolean }): LabelChanges {
  const { labels } = usePromptLabels({ isPaused });
  const [createLabel] = useGraphqlMutation(CreatePromptLabelMutation);
  const [patchLabel] = useGraphqlMutation(PatchPromptLabelMutation);
  const [deleteLabels] = useGraphqlMutation(DeletePromptLabelsMutation);

  const create = async (
    draft: LabelDraft,
  ): Promise<{ label: PromptLabel } | { problem: string }> => {
    const input = { ...draft, description: draft.description || null };
    const { data, error } = await createLabel({ input });
    const label = data?.createPromptLabel.promptLabels[0];
    if (!label) return { problem: describeError(error).detail };
    return { label };
  };
  const patch = async ({ id }: PromptLabel, draft: LabelDraft) => {
    const input = { promptLabelId: id, ...draft, description: draft.description || null };
    const { error } = await patchLabel({ input });
    return error && describeError(error).detail;
  };
  const remove = async ({ id }: PromptLabel) => {
    const { error } = await deleteLabels({ input: { promptLabelIds: [id] } });
    return error && describeError(error).detail;
  };
  return { labels, create, patch, remove };
}

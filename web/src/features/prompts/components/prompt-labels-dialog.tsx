import { LabelsDialog } from '../../../components/labels/labels-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { ChangePromptLabelsMutation } from '../api/labels.js';
import type { NamedPrompt } from './prompt-menu.js';
import { usePromptLabelChanges } from './use-prompt-label-changes.js';

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

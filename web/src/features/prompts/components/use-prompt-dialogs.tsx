import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { CloneDialog } from './clone-dialog.js';
import { EditPromptDialog } from './edit-prompt-dialog.js';
import { PromptLabelsDialog } from './prompt-labels-dialog.js';
import type { NamedPrompt, PromptActions } from './prompt-menu.js';
import { usePromptDeletion } from './use-prompt-deletion.js';

/** Opens dialogs for a prompt. Returns functions to open each, and the dialogs to render. */
export function usePromptDialogs(onChanged: () => void, onDeleted: () => void) {
  const [edited, setEdited] = useState<NamedPrompt>();
  const [labelled, setLabelled] = useState<NamedPrompt>();
  const [cloned, setCloned] = useState<NamedPrompt>();
  const navigate = useNavigate();
  const deletion = usePromptDeletion(onDeleted);
  const { ask } = deletion;
  const actions = useMemo<PromptActions>(
    () => ({ onEdit: setEdited, onLabels: setLabelled, onClone: setCloned, onDelete: ask }),
    [ask],
  );
  const dialogs = (
    <>
      <EditPromptDialog
        promptId={edited?.id}
        onClose={() => setEdited(undefined)}
        onSaved={onChanged}
      />
      <PromptLabelsDialog
        prompt={labelled}
        onClose={() => setLabelled(undefined)}
        onSaved={onChanged}
      />
      <CloneDialog
        prompt={cloned}
        onClose={() => setCloned(undefined)}
        onCloned={({ id }) => void navigate({ to: '/prompts/$promptId', params: { promptId: id } })}
      />
      {deletion.dialog}
    </>
  );
  return { actions, dialogs };
}

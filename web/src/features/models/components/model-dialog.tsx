import { Modal } from '@mantine/core';
import type { Model } from '../api/models.js';
import { createDraft, createNewDraft, type ModelStart } from '../model-draft.js';
import { ModelForm } from './model-form.js';
import { ModelView } from './model-view.js';

/** The model in the dialog, or the start of a new one. */
export type ShownModel =
  | { action: 'create'; start: ModelStart }
  | { action: 'edit' | 'view'; model: Model };

interface ModelDialogProps {
  /** Undefined to hide the dialog. */
  shown: ShownModel | undefined;
  /** Opens a new custom model with the same prices; absent for viewers. */
  onCopy: ((model: Model) => void) | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates, edits or shows a model. Keeps the input if the server rejects it. */
export function ModelDialog({ shown, onCopy, onClose, onSaved }: ModelDialogProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={shown && getTitle(shown)}
      closeOnClickOutside={shown?.action === 'view'}
      size={620}
    >
      {shown?.action === 'view' ? <ModelView model={shown.model} onCopy={onCopy} /> : null}
      {shown?.action === 'edit' ? (
        <ModelForm
          key={shown.model.id}
          edited={shown.model}
          initial={createDraft(shown.model)}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : null}
      {shown?.action === 'create' ? (
        <ModelForm
          key={JSON.stringify(shown.start)}
          edited={undefined}
          initial={createNewDraft(shown.start)}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : null}
    </Modal>
  );
}

function getTitle(shown: ShownModel): string {
  if (shown.action === 'create') return 'New model';
  return shown.action === 'edit' ? 'Edit model' : shown.model.name;
}

import { Menu } from '@mantine/core';
import { CopyPlus, Pencil, Tags, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { ActionItem, ActionsMenu } from '../../../components/buttons/actions-menu.js';

/** The fields of a prompt that its menu uses. */
export interface NamedPrompt {
  id: string;
  name: string;
  labels: readonly { id: string }[];
}

/** Opens a dialog from the menu of a prompt. */
export interface PromptActions {
  onEdit: (prompt: NamedPrompt) => void;
  onLabels: (prompt: NamedPrompt) => void;
  onClone: (prompt: NamedPrompt) => void;
  onDelete: (prompt: NamedPrompt) => void;
}

/** The actions for a prompt. Viewers can only copy. */
export function PromptMenu(props: { prompt: NamedPrompt; actions: PromptActions }) {
  const { prompt } = props;
  const { can } = useViewer();
  return (
    <ActionsMenu name={prompt.name}>
      <CopyItem what="name" text={prompt.name} />
      <CopyItem what="ID" text={prompt.id} />
      {can.write ? <Changes {...props} /> : null}
    </ActionsMenu>
  );
}

function Changes({ prompt, actions }: { prompt: NamedPrompt; actions: PromptActions }) {
  const { canOnServer } = useViewer();
  return (
    <>
      <Menu.Divider />
      <ActionItem icon={Pencil} onClick={() => actions.onEdit(prompt)}>
        Edit description…
      </ActionItem>
      {canOnServer.write ? (
        <ActionItem icon={Tags} onClick={() => actions.onLabels(prompt)}>
          Labels…
        </ActionItem>
      ) : null}
      <ActionItem icon={CopyPlus} onClick={() => actions.onClone(prompt)}>
        Clone…
      </ActionItem>
      <ActionItem icon={Trash2} onClick={() => actions.onDelete(prompt)}>
        Delete…
      </ActionItem>
    </>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { CopyPlus, Ellipsis, Pencil, Tags, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

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
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${prompt.name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyItem what="name" text={prompt.name} />
        <CopyItem what="ID" text={prompt.id} />
        {can.write ? <Changes {...props} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Changes({ prompt, actions }: { prompt: NamedPrompt; actions: PromptActions }) {
  const { canOnServer } = useViewer();
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<Pencil size={14} aria-hidden />}
        onClick={() => actions.onEdit(prompt)}
      >
        Edit description…
      </Menu.Item>
      {canOnServer.write ? (
        <Menu.Item
          leftSection={<Tags size={14} aria-hidden />}
          onClick={() => actions.onLabels(prompt)}
        >
          Labels…
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<CopyPlus size={14} aria-hidden />}
        onClick={() => actions.onClone(prompt)}
      >
        Clone…
      </Menu.Item>
      <Menu.Item
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => actions.onDelete(prompt)}
      >
        Delete…
      </Menu.Item>
    </>
  );
}

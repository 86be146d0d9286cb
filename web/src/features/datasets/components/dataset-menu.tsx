import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, Pencil, Tags, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

/** The fields of a dataset that its menu uses. */
export interface NamedDataset {
  id: string;
  name: string;
  labels: readonly { id: string }[];
}

/** Opens a dialog from the menu of a dataset. */
export interface DatasetActions {
  onEdit: (dataset: NamedDataset) => void;
  onLabels: (dataset: NamedDataset) => void;
  onDelete: (dataset: NamedDataset) => void;
  /** Called when a dialog is about to be opened. */
  onPointed: () => void;
}

/** The actions for a dataset. Viewers can only copy. */
export function DatasetMenu(props: { dataset: NamedDataset; actions: DatasetActions }) {
  const { dataset, actions } = props;
  const { can } = useViewer();
  return (
    <Menu position="bottom-end" width={200} onOpen={can.write ? actions.onPointed : undefined}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${dataset.name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyItem what="name" text={dataset.name} />
        <CopyItem what="ID" text={dataset.id} />
        {can.write ? <Changes {...props} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Changes({ dataset, actions }: { dataset: NamedDataset; actions: DatasetActions }) {
  const { canOnServer } = useViewer();
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<Pencil size={14} aria-hidden />}
        onClick={() => actions.onEdit(dataset)}
      >
        Edit…
      </Menu.Item>
      {canOnServer.write ? (
        <Menu.Item
          leftSection={<Tags size={14} aria-hidden />}
          onClick={() => actions.onLabels(dataset)}
        >
          Labels…
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => actions.onDelete(dataset)}
      >
        Delete…
      </Menu.Item>
    </>
  );
}

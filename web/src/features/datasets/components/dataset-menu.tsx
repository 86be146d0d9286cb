import { Menu } from '@mantine/core';
import { Pencil, Tags, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { ActionItem, ActionsMenu } from '../../../components/buttons/actions-menu.js';

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
    <ActionsMenu name={dataset.name} onOpen={can.write ? actions.onPointed : undefined}>
      <CopyItem what="name" text={dataset.name} />
      <CopyItem what="ID" text={dataset.id} />
      {can.write ? <Changes {...props} /> : null}
    </ActionsMenu>
  );
}

function Changes({ dataset, actions }: { dataset: NamedDataset; actions: DatasetActions }) {
  const { canOnServer } = useViewer();
  return (
    <>
      <Menu.Divider />
      <ActionItem icon={Pencil} onClick={() => actions.onEdit(dataset)}>
        Edit…
      </ActionItem>
      {canOnServer.write ? (
        <ActionItem icon={Tags} onClick={() => actions.onLabels(dataset)}>
          Labels…
        </ActionItem>
      ) : null}
      <ActionItem icon={Trash2} onClick={() => actions.onDelete(dataset)}>
        Delete…
      </ActionItem>
    </>
  );
}

import { Menu } from '@mantine/core';
import { Eraser, Pencil, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Removal } from './confirm-removal-dialog.js';
import type { EditableProject } from './edit-project-dialog.js';
import { ActionItem, ActionsMenu } from '../../../components/buttons/actions-menu.js';

/** The project for traces that do not name one. The server never deletes it. */
const DEFAULT_PROJECT = 'default';

interface ProjectMenuProps {
  project: EditableProject & { hasTraces: boolean };
  onEdit: (project: EditableProject) => void;
  onRemove: (removal: Removal) => void;
}

/** The actions for a project in a list. Viewers can only copy. */
export function ProjectMenu(props: ProjectMenuProps) {
  const { project } = props;
  const { can } = useViewer();
  return (
    <ActionsMenu name={project.name}>
      <CopyItem what="name" text={project.name} />
      <CopyItem what="ID" text={project.id} />
      {can.write ? <Changes {...props} /> : null}
    </ActionsMenu>
  );
}

function Changes({ project, onEdit, onRemove }: ProjectMenuProps) {
  return (
    <>
      <Menu.Divider />
      <ActionItem icon={Pencil} onClick={() => onEdit(project)}>
        Edit description…
      </ActionItem>
      <ActionItem
        icon={Eraser}
        disabled={!project.hasTraces}
        onClick={() => onRemove({ action: 'clear', project })}
      >
        Clear traces…
      </ActionItem>
      {project.name === DEFAULT_PROJECT ? null : (
        <ActionItem icon={Trash2} onClick={() => onRemove({ action: 'delete', project })}>
          Delete…
        </ActionItem>
      )}
    </>
  );
}

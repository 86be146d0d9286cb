import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, Eraser, Pencil, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Removal } from './confirm-removal-dialog.js';
import type { EditableProject } from './edit-project-dialog.js';

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
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${project.name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyItem what="name" text={project.name} />
        <CopyItem what="ID" text={project.id} />
        {can.write ? <Changes {...props} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Changes({ project, onEdit, onRemove }: ProjectMenuProps) {
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={() => onEdit(project)}>
        Edit description…
      </Menu.Item>
      <Menu.Item
        leftSection={<Eraser size={14} aria-hidden />}
        disabled={!project.hasTraces}
        onClick={() => onRemove({ action: 'clear', project })}
      >
        Clear traces…
      </Menu.Item>
      {project.name === DEFAULT_PROJECT ? null : (
        <Menu.Item
          leftSection={<Trash2 size={14} aria-hidden />}
          onClick={() => onRemove({ action: 'delete', project })}
        >
          Delete…
        </Menu.Item>
      )}
    </>
  );
}

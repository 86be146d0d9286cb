import { ActionIcon, Menu } from '@mantine/core';
import { Copy, Ellipsis, Lock, Pencil, Trash2, Users } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Dashboard } from '../api/dashboards.js';

interface DashboardMenuProps {
  dashboard: Dashboard;
  onEdit: () => void;
  onCopy: () => void;
  onShare: (isShared: boolean) => void;
  onDelete: () => void;
}

/** The actions for a dashboard. Users who cannot change it can only duplicate it. */
export function DashboardMenu(props: DashboardMenuProps) {
  const { dashboard, onEdit, onCopy, onShare, onDelete } = props;
  const { name, isShared, canChange } = dashboard;
  const { canOnServer, viewer } = useViewer();
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isShared ? <CopyItem what="link" text={toAddress(dashboard)} /> : null}
        <Menu.Item leftSection={<Copy size={14} aria-hidden />} onClick={onCopy}>
          Duplicate…
        </Menu.Item>
        {canChange ? (
          <>
            <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={onEdit}>
              Edit details…
            </Menu.Item>
            {canOnServer.write && viewer ? (
              <Menu.Item
                leftSection={
                  isShared ? <Lock size={14} aria-hidden /> : <Users size={14} aria-hidden />
                }
                onClick={() => onShare(!isShared)}
              >
                {isShared ? 'Make private' : 'Share with the project'}
              </Menu.Item>
            ) : null}
            <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={onDelete}>
              Delete…
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Below whatever path the server is published. */
function toAddress({ projectId, id }: Dashboard): string {
  const { origin, pathname, search } = window.location;
  const base = pathname.slice(0, pathname.indexOf('/projects/'));
  return `${origin}${base}/projects/${projectId}/dashboards/${id}${search}`;
}

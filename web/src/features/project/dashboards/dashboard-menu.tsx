import { Copy, Lock, Pencil, Trash2, Users } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Dashboard } from '../api/dashboards.js';
import { ActionItem, ActionsMenu } from '../../../components/buttons/actions-menu.js';

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
    <ActionsMenu name={name} width={210}>
      {isShared ? <CopyItem what="link" text={toAddress(dashboard)} /> : null}
      <ActionItem icon={Copy} onClick={onCopy}>
        Duplicate…
      </ActionItem>
      {canChange ? (
        <>
          <ActionItem icon={Pencil} onClick={onEdit}>
            Edit details…
          </ActionItem>
          {canOnServer.write && viewer ? (
            <ActionItem icon={isShared ? Lock : Users} onClick={() => onShare(!isShared)}>
              {isShared ? 'Make private' : 'Share with the project'}
            </ActionItem>
          ) : null}
          <ActionItem icon={Trash2} onClick={onDelete}>
            Delete…
          </ActionItem>
        </>
      ) : null}
    </ActionsMenu>
  );
}

/** Below whatever path the server is published. */
function toAddress({ projectId, id }: Dashboard): string {
  const { origin, pathname, search } = window.location;
  const base = pathname.slice(0, pathname.indexOf('/projects/'));
  return `${origin}${base}/projects/${projectId}/dashboards/${id}${search}`;
}

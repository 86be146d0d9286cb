import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

/**
 * Shown to viewers instead of a form, because the server would not let them save it.
 * @param isAllowed by default, whether the user may write here.
 */
export function MembersOnly(props: { isAllowed?: boolean; children: ReactNode }) {
  const { can, isPending } = useViewer();
  const { isAllowed = can.write, children } = props;
  if (isAllowed) return children;
  if (isPending) return null;
  return (
    <EmptyState isPage icon={Lock} title="Only members and administrators can edit prompts">
      Ask an administrator to change your role.
    </EmptyState>
  );
}

import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

/** Shown to viewers instead of a form, because the server would not let them save it. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const { can, isPending } = useViewer();
  if (can.write) return children;
  if (isPending) return null;
  return (
    <EmptyState isPage icon={Lock} title="Only members and administrators can add evaluators">
      Ask an administrator to change your role.
    </EmptyState>
  );
}

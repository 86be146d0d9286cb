import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useViewer } from '../../../lib/session/viewer.js';

/** Says so to those who may only look, instead of showing what the server would refuse to save. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const { can, isPending } = useViewer();
  if (can.write) return children;
  if (isPending) return null;
  return (
    <EmptyState isPage icon={Lock} title="Only members write prompts">
      An administrator can change what you may do.
    </EmptyState>
  );
}

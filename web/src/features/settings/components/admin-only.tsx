import { Skeleton } from '@mantine/core';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/session/viewer.js';

/** Draws its children, which ask the server, only for those whom it would answer. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { can, isPending } = useViewer();
  if (!pageConfig.authenticationEnabled) {
    return (
      <EmptyState isPage icon={Lock} title="There are no accounts here">
        This server runs without authentication: everybody who can reach it may do everything.
        SPANDREL_ENABLE_AUTH and SPANDREL_SECRET turn sign-in on.
      </EmptyState>
    );
  }
  if (isPending) return <Skeleton height={28} width={180} m="md" />;
  if (can.administer) return children;
  return (
    <EmptyState isPage icon={Lock} title="Only administrators see this page">
      Ask an administrator of this server to look it up, or to give you the role.
    </EmptyState>
  );
}

import { Skeleton } from '@mantine/core';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

/**
 * Renders its children, which query the server, only for users who may see the result.
 * @param needsAccounts whether the page makes no sense while authentication is off.
 */
export function AdminOnly({
  needsAccounts = true,
  children,
}: {
  needsAccounts?: boolean;
  children: ReactNode;
}) {
  const { can, isPending } = useViewer();
  if (needsAccounts && !pageConfig.authenticationEnabled) {
    return (
      <EmptyState isPage icon={Lock} title="No accounts on this server">
        Authentication is turned off: anyone who can reach this server can do anything. To turn it
        on, set SPANDREL_ENABLE_AUTH and SPANDREL_SECRET.
      </EmptyState>
    );
  }
  if (isPending) return <Skeleton height={28} width={180} m="md" />;
  if (can.administer) return children;
  return (
    <EmptyState isPage icon={Lock} title="Only administrators can see this page">
      Ask an administrator for this information, or for a different role.
    </EmptyState>
  );
}

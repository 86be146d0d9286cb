import { SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { type Sandbox, useSandboxes } from '../api/sandboxes.js';

interface WithSandboxesProps {
  children: (sandboxes: readonly Sandbox[], first: Sandbox) => ReactNode;
}

/** Shows its children once it is known where code can run, or says that it can run nowhere. */
export function WithSandboxes({ children }: WithSandboxesProps) {
  const { sandboxes, error, reload } = useSandboxes();
  if (error) return <ErrorState isPage error={error} onRetry={reload} />;
  if (!sandboxes) return null;
  const [first] = sandboxes;
  if (first) return children(sandboxes, first);
  return (
    <EmptyState isPage icon={SquareTerminal} title="No sandbox is enabled">
      Code runs in a sandbox. Ask an administrator to enable one.
    </EmptyState>
  );
}

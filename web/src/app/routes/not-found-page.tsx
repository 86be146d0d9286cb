import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { useBreadcrumbs } from '../../components/layout/page-chrome.js';

/** Shown for an address that leads nowhere. */
export function NotFoundPage() {
  useBreadcrumbs([{ label: 'Not found' }]);
  const navigate = useNavigate();
  return (
    <EmptyState
      isPage
      icon={MapPinOff}
      title="There is no such page"
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/projects' })}>
          All projects
        </Button>
      }
    >
      The address may be mistyped, or what it led to was removed.
    </EmptyState>
  );
}

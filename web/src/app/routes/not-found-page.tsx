import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { useBreadcrumbs } from '../../components/layout/page-chrome.js';

/** Shown if no page has the URL. */
export function NotFoundPage() {
  useBreadcrumbs([{ label: 'Not found' }]);
  const navigate = useNavigate();
  return (
    <EmptyState
      isPage
      icon={MapPinOff}
      title="Page not found"
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/projects' })}>
          All projects
        </Button>
      }
    >
      The URL may be mistyped, or the page may have been deleted.
    </EmptyState>
  );
}

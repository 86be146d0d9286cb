import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Gavel } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/empty-state.js';

/** Shown if the link to a rule leads to nothing. */
export function RuleNotFound({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      icon={Gavel}
      title="Rule not found"
      action={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/projects/$projectId/evaluation" params={{ projectId }} {...props} />
          )}
        >
          All rules
        </Button>
      }
    >
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  );
}

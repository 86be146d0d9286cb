import { Button } from '@mantine/core';
import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react';
import { describeError } from '../../lib/errors/server-errors.js';
import { EmptyState } from './empty-state.js';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** Whether it fills the whole page. */
  isPage?: boolean;
}

/** Explains what failed, with a button to try again. */
export function ErrorState({ error, onRetry, isPage = false }: ErrorStateProps) {
  const { title, detail, unreachable } = describeError(error);
  return (
    <div role="alert">
      <EmptyState
        icon={unreachable ? CloudOff : TriangleAlert}
        title={title}
        isPage={isPage}
        action={
          onRetry ? (
            <Button variant="default" leftSection={<RotateCw size={14} />} onClick={onRetry}>
              Try again
            </Button>
          ) : null
        }
      >
        {detail}
      </EmptyState>
    </div>
  );
}

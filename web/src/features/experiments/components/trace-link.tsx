import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import classes from './trace-link.module.css';

interface TraceLinkProps {
  trace: { projectId: string; traceId: string } | null;
}

/** A link to the trace of a run; empty until its spans have arrived. */
export function TraceLink({ trace }: TraceLinkProps) {
  if (!trace) {
    return (
      <span className={classes.none} aria-label="no trace">
        –
      </span>
    );
  }
  const { projectId, traceId } = trace;
  return (
    <Tooltip label="Open trace">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Open trace"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/projects/$projectId/traces/$traceId"
            params={{ projectId, traceId }}
            search={{ timeRangeKey: 'all' }}
          />
        )}
      >
        <ListTree size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

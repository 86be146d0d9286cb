import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import classes from './trace-link.module.css';

interface TraceLinkProps {
  trace: { projectId: string; traceId: string } | null;
}

/** Leads to what happened in a run; nothing while its spans have not come. */
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
    <Tooltip label="Open the trace">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Open the trace"
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

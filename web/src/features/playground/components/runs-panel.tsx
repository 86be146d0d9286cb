import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleX, History } from 'lucide-react';
import { Duration } from '../../../components/data-display/duration.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { PanelHeader } from '../../../components/layout/panel-header.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { type PastRun, usePastRuns } from '../api/past-runs.js';
import classes from './runs-panel.module.css';

/** The user’s latest runs, each of which can be loaded again. */
export function RunsPanel({ onClose }: { onClose: () => void }) {
  const { projectId, runs, error, reload } = usePastRuns();
  return (
    <SidePanel label="Your runs" name="playground-runs" initialWidth={460} onClose={onClose}>
      <PanelHeader title="Your runs" onClose={onClose} />
      <div className={classes.body}>
        {error ? <ErrorState error={error} onRetry={reload} /> : null}
        {!runs && !error ? (
          <Stack gap="sm" aria-busy>
            <Skeleton height={64} />
            <Skeleton height={64} />
            <Skeleton height={64} />
          </Stack>
        ) : null}
        {runs?.length === 0 ? (
          <EmptyState icon={History} title="You have not run anything yet">
            Every run becomes a trace of the project <b>playground</b> and appears here.
          </EmptyState>
        ) : null}
        <ol className={classes.list}>
          {runs?.map((run) => (
            <li key={run.id} className={classes.run}>
              <RunLines run={run} projectId={projectId!} />
            </li>
          ))}
        </ol>
        {runs && runs.length > 0 && projectId !== undefined ? (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectId/traces"
                params={{ projectId }}
                search={{ timeRangeKey: 'all' }}
              />
            )}
          >
            All runs
          </Anchor>
        ) : null}
      </div>
    </SidePanel>
  );
}

function RunLines({ run, projectId }: { run: PastRun; projectId: string }) {
  const { id, name, modelName, startTime, latencyMs, context, outputPreview } = run;
  return (
    <>
      <div className={classes.line}>
        <b className={classes.name}>{name}</b>
        <span className={classes.dimmed}>{modelName}</span>
        <span className={classes.time}>
          <RelativeTime time={startTime} />
        </span>
      </div>
      <p className={classes.answer} dir="auto">
        {run.statusCode === 'ERROR' ? (
          <span className={classes.failed}>
            <CircleX size={13} aria-hidden /> {run.statusMessage || 'Failed'}
          </span>
        ) : (
          (outputPreview?.truncatedValue ?? 'No answer')
        )}
      </p>
      <div className={classes.line}>
        <span className={classes.dimmed}>
          <Duration ms={latencyMs} />
        </span>
        <span className={classes.actions}>
          <Button
            variant="subtle"
            size="compact-xs"
            renderRoot={(props) => (
              <Link {...props} to="/playground/spans/$spanId" params={{ spanId: id }} />
            )}
          >
            Load again
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectId/traces/$traceId"
                params={{ projectId, traceId: context.traceId }}
                search={{ timeRangeKey: 'all', selectedSpanNodeId: id }}
              />
            )}
          >
            Trace
          </Button>
        </span>
      </div>
    </>
  );
}

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { CircleStop } from 'lucide-react';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatExact,
  formatPlural,
} from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  type ExperimentJob,
  ResumeExperimentMutation,
  StopExperimentMutation,
} from '../api/experiment-job.js';
import { findResumption } from './find-resumption.js';
import { JobFailures } from './job-failures.js';
import classes from './job-panel.module.css';
import { ResumeDialog } from './resume-dialog.js';

interface JobPanelProps {
  experimentId: string;
  job: ExperimentJob;
}

/** How far the server is with an experiment, and what can be done about it. */
export function JobPanel({ experimentId, job }: JobPanelProps) {
  const { status, lastError, progress } = job;
  const { successfulRuns, failedRuns, missingRuns, failedEvaluations } = progress;
  const total = successfulRuns + failedRuns + missingRuns;
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  const [showsFailures, failures] = useDisclosure();
  const hasFailures = failedRuns + failedEvaluations > 0;
  // The figures of the page say everything else about an experiment that went well.
  if (status === 'COMPLETED' && !hasFailures) return null;
  return (
    <section className={classes.panel} aria-label="Run on the server">
      <div className={classes.line}>
        <b role="status" className={classes.state} data-status={status}>
          {describeState(job)}
        </b>
        <span className={classes.facts}>
          {listFacts(job).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <UnpricedNote counts={job.pricedSpans} owner={{ id: job.id }} />
        </span>
        <span className={classes.actions}>
          {hasFailures ? (
            <Button variant="default" size="compact-sm" onClick={failures.toggle}>
              {showsFailures ? 'Hide what failed' : 'Show what failed'}
            </Button>
          ) : null}
          <Actions experimentId={experimentId} job={job} />
        </span>
      </div>
      <div
        role="progressbar"
        aria-label="Runs on the server"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={successfulRuns + failedRuns}
        className={classes.track}
      >
        <span className={classes.done} style={{ width: share(successfulRuns) }} />
        <span className={classes.failed} style={{ width: share(failedRuns) }} />
      </div>
      {status === 'ERROR' && lastError ? <p className={classes.reason}>{lastError}</p> : null}
      {showsFailures && hasFailures ? <JobFailures jobId={job.id} status={status} /> : null}
    </section>
  );
}

function describeState({ status, stopReason }: ExperimentJob): string {
  switch (status) {
    case 'RUNNING':
      return 'Running';
    case 'COMPLETED':
      return 'Completed with failures';
    case 'ERROR':
      return 'Cannot continue';
    default:
      if (stopReason === 'COST_BUDGET') return 'Stopped at its cost limit';
      if (stopReason === 'TOKEN_BUDGET') return 'Stopped at its token limit';
      return 'Stopped';
  }
}

function listFacts(job: ExperimentJob): string[] {
  const { progress, secondsLeft, costUsed, tokensUsed, budget } = job;
  const done = progress.successfulRuns + progress.failedRuns;
  const limit = (value: number | null, write: (value: number) => string) =>
    value === null ? '' : ` of at most ${write(value)}`;
  return [
    `${formatExact(done)} of ${formatPlural(done + progress.missingRuns, 'run')}`,
    ...(progress.failedRuns > 0 ? [`${formatExact(progress.failedRuns)} failed`] : []),
    ...(progress.failedEvaluations > 0
      ? [`${formatPlural(progress.failedEvaluations, 'evaluation')} failed`]
      : []),
    ...(secondsLeft === null ? [] : [`about ${formatDuration(secondsLeft * 1000)} left`]),
    `${formatCount(tokensUsed)}${limit(budget.maxTokens, formatCount)} tokens`,
    ...(costUsed === null ? [] : [`${formatCost(costUsed)}${limit(budget.maxCost, formatCost)}`]),
  ];
}

function Actions({ experimentId, job }: JobPanelProps) {
  const { can } = useViewer();
  const [stop, isStopping] = useGraphqlMutation(StopExperimentMutation);
  const [resume, isResuming] = useGraphqlMutation(ResumeExperimentMutation);
  const [asksLimits, limits] = useDisclosure();
  if (!can.write) return null;
  const report = ({ error }: Awaited<ReturnType<typeof stop | typeof resume>>) => {
    if (error) notifications.show({ color: 'red', message: describeError(error).detail });
  };
  if (job.status === 'RUNNING') {
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<CircleStop size={14} aria-hidden />}
        loading={isStopping}
        onClick={() => void stop({ id: experimentId }).then(report)}
      >
        Stop
      </Button>
    );
  }
  const { label, Icon, needsLimit } = findResumption(job);
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<Icon size={14} aria-hidden />}
        loading={isResuming}
        onClick={() =>
          needsLimit ? limits.open() : void resume({ id: experimentId }).then(report)
        }
      >
        {needsLimit ? `${label}…` : label}
      </Button>
      <ResumeDialog
        isOpen={asksLimits}
        budget={job.budget}
        onClose={limits.close}
        onResume={(budget) => resume({ id: experimentId, budget })}
      />
    </>
  );
}
